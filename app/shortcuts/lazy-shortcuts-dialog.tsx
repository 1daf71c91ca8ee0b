import { lazy, Suspense } from 'react';
import { fetchOnMantine } from '../ui/fetch-on-mantine.ts';

const Dialog = lazy(async () => ({
  default: await fetchOnMantine(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog),
}));

/** The dialog of the shortcuts, fetched when it is asked for: a phone's first load does without it (ux.md U54). */
export const LazyShortcutsDialog = (props: { opened: boolean; close: () => void }) =>
  props.opened && (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  );
