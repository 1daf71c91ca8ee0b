import { useLazyPart } from '../ui/parts/use-lazy-part.ts';
import { showRefused } from '../ui/toasts/toast.ts';
import { shellWords } from '../words/shell/shell-words.ts';

const load = () => import('./own-changes-dialog.tsx').then(({ OwnChangesDialog }) => OwnChangesDialog);

/** 'Mis últimos cambios', fetched when it is asked for (ux.md U54). */
export function LazyOwnChangesDialog({ opened, close }: { opened: boolean; close: () => void }) {
  const { Part, ready } = useLazyPart(opened, load, () => {
    showRefused(shellWords.noNetwork);
    close();
  });
  return Part && <Part opened={opened && ready} close={close} />;
}
