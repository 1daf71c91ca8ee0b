import { lazy, Suspense } from 'react';

const Dialog = lazy(async () => {
  const [{ ShortcutsDialog }, { onMantine }] = await Promise.all([
    import('./shortcuts-dialog.tsx'),
    import('../ui/mantine.tsx'),
  ]);
  return { default: onMantine(ShortcutsDialog) };
});

/** The dialog of the shortcuts, fetched when it is asked for: a phone's first load does without it (ux.md U54). */
export const LazyShortcutsDialog = (props: { opened: boolean; close: () => void }) =>
  props.opened && (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  );
