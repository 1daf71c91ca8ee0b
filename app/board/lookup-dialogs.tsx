import type { BoardParams } from './board-params.ts';
import { Legends } from './legends.tsx';
import { ClientDialogs } from './lookups/client-dialog.tsx';
import { OrderDialog } from './orders/order-dialog.tsx';
import { useAddress } from './use-address.ts';

export type LookupDialogsProps = {
  /** Whether visits are made here (S1 §2 'editor mode'): not in the calendar that is only read. */
  editor: boolean;
  params: Pick<BoardParams, 'order' | 'client' | 'ticket' | 'legend'>;
};

/** What opens over a board: each is open while the address says so, and opening one is a step that Back undoes. */
export function LookupDialogs({ params, editor }: LookupDialogsProps) {
  const { set, shut } = useAddress();
  return (
    <>
      <OrderDialog
        number={params.order}
        editor={editor}
        close={() => shut({ orden: null })}
        open={(number) => set({ orden: number }, { step: true })}
        openClient={(id) => set({ cliente: id, orden: null }, { step: true })}
      />
      <ClientDialogs
        id={params.order === null ? params.client : null}
        ticket={params.ticket}
        close={() => shut({ cliente: null, ticket: null })}
        openClient={(id) => set({ cliente: id, ticket: null }, { step: true })}
        openOrder={(number) => set({ orden: number, cliente: null, ticket: null }, { step: true })}
        openTicket={(id) => set({ ticket: String(id) }, { step: true })}
        // It lies over its client.
        closeTicket={() => shut({ ticket: null }, 1)}
      />
      <Legends shown={params.legend} close={() => shut({ ayuda: null })} />
    </>
  );
}
