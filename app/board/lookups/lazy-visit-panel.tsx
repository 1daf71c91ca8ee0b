import type { ComponentProps } from 'react';
import { useSettled } from '../../ui/hooks/use-settled.ts';
import { useLazyPart } from '../../ui/parts/use-lazy-part.ts';
import { showRefused } from '../../ui/toasts/toast.ts';
import { visitCardWords as words } from '../../words/board/visit-card-words.ts';
import { useAddress } from '../use-address.ts';
import type { VisitPanel } from './visit-panel.tsx';

type Props = ComponentProps<typeof VisitPanel>;

const load = () => import('./visit-panel.tsx').then(({ VisitPanel }) => VisitPanel);

/** The visit beside the board, which the first load of a board does without. */
export function LazyVisitPanel(props: Props) {
  const { shut } = useAddress();
  const { Part, ready } = useLazyPart<Props>(
    props.id !== null,
    load,
    () => {
      showRefused(words.visitFailed);
      shut({ ver: null });
    },
    useSettled(),
  );
  return Part && <Part {...props} id={ready ? props.id : null} />;
}
