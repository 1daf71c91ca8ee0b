import { Suspense } from 'react';
import { lazyPart } from '../ui/lazy-part.ts';

const Dialog = lazyPart(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));

/** The dialog of the shortcuts, fetched when it is asked for: a phone's first load does without it (ux.md U54). */
export const LazyShortcutsDialog = (props: { opened: boolean; close: () => void }) =>
  props.opened && (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  );
