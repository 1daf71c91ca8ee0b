import { type ComponentProps, useEffect, useState } from 'react';
import { showRefused } from '../ui/toast.tsx';
import { finishWords } from '../words/closing.ts';
import type { FinishDialog } from './finish-dialog.tsx';

type Props = ComponentProps<typeof FinishDialog>;

/** The closing form, fetched when it is first asked for: a technician's first load does without it (ux.md U35, U54). */
export function LazyFinishDialog(props: Props) {
  const { visit, close } = props;
  const [Dialog, setDialog] = useState<typeof FinishDialog | null>(null);
  const wanted = visit !== null && Dialog === null;
  useEffect(() => {
    if (!wanted) return;
    import('./finish-dialog.tsx').then(
      (part) => setDialog(() => part.FinishDialog),
      () => {
        showRefused(finishWords.noNetwork);
        close();
      },
    );
  }, [wanted, close]);
  // It is there before it opens: only then does it know where the focus was, and gives it back.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(Dialog !== null), [Dialog]);
  return Dialog && <Dialog {...props} visit={ready ? visit : null} />;
}
