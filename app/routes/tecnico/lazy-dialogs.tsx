import { useLazyPart } from '../../ui/parts/use-lazy-part.ts';
import { showRefused } from '../../ui/toasts/toast.ts';
import { technicianWords as words } from '../../words/technician/technician-words.ts';
import type { LateDialogProps } from './late-dialog.tsx';
import type { SmallDialogsProps } from './small-dialogs.tsx';
import type { Dialog } from './use-technician-actions.ts';

const loadSmallDialogs = () => import('./small-dialogs.tsx').then((part) => part.SmallDialogs);
const loadLateDialog = () => import('./late-dialog.tsx').then((part) => part.LateDialog);

/** What they would say. */
function textOf(dialog: Dialog | null): string {
  if (dialog?.kind === 'not-allowed') return dialog.text;
  return dialog?.kind === 'timeout' && navigator.onLine ? words.timeout : words.offline;
}

/** 'Liberar', 'No permitido' and 'no answer', fetched once the page runs. */
export function LazySmallDialogs(props: SmallDialogsProps) {
  const failed = () => {
    showRefused(textOf(props.dialog));
    props.close();
  };
  const { Part, ready } = useLazyPart(props.dialog !== null, loadSmallDialogs, failed, true);
  return Part && <Part {...props} dialog={ready ? props.dialog : null} />;
}

/** 'Voy atrasado', fetched once the page runs. */
export function LazyLateDialog(props: LateDialogProps) {
  const failed = () => {
    showRefused(words.offline);
    props.close();
  };
  const { Part, ready } = useLazyPart(props.opened, loadLateDialog, failed, true);
  return Part && <Part {...props} opened={ready && props.opened} />;
}
