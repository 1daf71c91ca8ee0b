import { useSettled } from '../ui/hooks/use-settled.ts';
import { useLazyPart } from '../ui/parts/use-lazy-part.ts';
import { showRefused } from '../ui/toasts/toast.ts';
import { shellWords } from '../words/shell/shell-words.ts';
import type { LookupDialogsProps } from './lookup-dialogs.tsx';
import { useAddress } from './use-address.ts';

const load = () => import('./lookup-dialogs.tsx').then(({ LookupDialogs }) => LookupDialogs);
const none = { order: null, client: null, ticket: null, legend: null };

/** The dialogs of an order, a client, a ticket and the legends, which the first load of a board does without. */
export function LazyLookupDialogs({ params, editor }: LookupDialogsProps) {
  const { shut } = useAddress();
  const { order, client, ticket, legend } = params;
  const { Part, ready } = useLazyPart(
    order !== null || client !== null || legend !== null,
    load,
    () => {
      showRefused(shellWords.noNetwork);
      shut({ orden: null, cliente: null, ticket: null, ayuda: null });
    },
    useSettled(),
  );
  return Part && <Part editor={editor} params={ready ? { order, client, ticket, legend } : none} />;
}
