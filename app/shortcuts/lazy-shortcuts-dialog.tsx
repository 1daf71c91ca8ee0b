import { lazy, Suspense } from 'react';

const Dialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then(({ ShortcutsDialog }) => ({ default: ShortcutsDialog })),
);

/** The dialog of the shortcuts, fetched when it is asked for: a phone's first load does without it (ux.md U54). */
export const LazyShortcutsDialog = (props: { opened: boolean; close: () => void }) =>
  props.opened && (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  );
