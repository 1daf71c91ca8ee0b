import { useLazyPart } from '../ui/parts/use-lazy-part.ts';
import { showRefused } from '../ui/toasts/toast.ts';
import { shellWords } from '../words/shell/shell-words.ts';

const load = () => import('./shortcuts-dialog.tsx').then(({ ShortcutsDialog }) => ShortcutsDialog);

/** The dialog of the shortcuts, fetched when it is asked for: a phone's first load does without it (ux.md U54). */
export function LazyShortcutsDialog({ opened, close }: { opened: boolean; close: () => void }) {
  const { Part, ready } = useLazyPart(opened, load, () => {
    showRefused(shellWords.noNetwork);
    close();
  });
  return Part && <Part opened={opened && ready} close={close} />;
}
