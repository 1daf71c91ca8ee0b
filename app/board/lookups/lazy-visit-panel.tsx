import type { ComponentProps } from 'react';
import { showRefused } from '../../ui/toast.ts';
import { useLazyPart } from '../../ui/use-lazy-part.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { visitCardWords as words } from '../../words/visit-card.ts';
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
