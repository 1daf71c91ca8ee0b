import type { ComponentProps } from 'react';
import { useLazyPart } from '../ui/parts/use-lazy-part.ts';
import { showRefused } from '../ui/toasts/toast.ts';
import { finishWords } from '../words/visit/closing-words.ts';
import type { FinishDialog } from './finish-dialog.tsx';

type Props = ComponentProps<typeof FinishDialog>;

export const loadFinishDialog = () => import('./finish-dialog.tsx').then((part) => part.FinishDialog);

/** The closing form, fetched when it is first asked for (ux.md U35). */
export function LazyFinishDialog(props: Props) {
  const { visit, close } = props;
  const { Part, ready } = useLazyPart<Props>(visit !== null, loadFinishDialog, () => {
    showRefused(finishWords.noNetwork);
    close();
  });
  return Part && <Part {...props} visit={ready ? visit : null} />;
}
