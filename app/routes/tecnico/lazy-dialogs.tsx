import { showRefused } from '../../ui/toast.tsx';
import { useLazyPart } from '../../ui/use-lazy-part.ts';
import { technicianWords as words } from '../../words/technician.ts';
import type { LateDialogProps } from './late-dialog.tsx';
import type { SmallDialogsProps } from './small-dialogs.tsx';
import type { Dialog } from './use-technician-actions.ts';

export const loadSmallDialogs = () => import('./small-dialogs.tsx').then((part) => part.SmallDialogs);
export const loadLateDialog = () => import('./late-dialog.tsx').then((part) => part.LateDialog);

/** What they would say. */
function textOf(dialog: Dialog | null): string {
  if (dialog?.kind === 'not-allowed') return dialog.text;
  return dialog?.kind === 'timeout' && navigator.onLine ? words.timeout : words.offline;
}

/** 'Liberar', 'No permitido' and 'no answer', fetched when the first of them is wanted. */
export function LazySmallDialogs(props: SmallDialogsProps) {
  const { Part, ready } = useLazyPart(props.dialog !== null, loadSmallDialogs, () => {
    showRefused(textOf(props.dialog));
    props.close();
  });
  return Part && <Part {...props} dialog={ready ? props.dialog : null} />;
}

/** 'Voy atrasado', fetched when it is first wanted. */
export function LazyLateDialog(props: LateDialogProps) {
  const { Part, ready } = useLazyPart(props.opened, loadLateDialog, () => {
    showRefused(words.offline);
    props.close();
  });
  return Part && <Part {...props} opened={ready && props.opened} />;
}
