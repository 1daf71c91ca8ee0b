import { useLocation, useNavigate } from '@remix-run/react';
import { type BoardParams, wasOpened } from './board-params.ts';
import { ClientDialogs } from './client-dialog.tsx';
import { Legends } from './legends.tsx';
import { OrderDialog } from './order-dialog.tsx';

type Props = {
  /** Whether visits are made here (S1 §2 'editor mode'): not in the calendar that is only read. */
  editor: boolean;
  params: BoardParams;
  set: (changes: Record<string, string | null>, options?: { step?: boolean }) => void;
};

/** What opens over a board: each is open while the address says so, and opening one is a step that Back undoes. */
export function BoardDialogs({ params, set, editor }: Props) {
  const location = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <OrderDialog
        number={params.order}
        editor={editor}
        close={() => set({ orden: null })}
        open={(number) => set({ orden: number }, { step: true })}
        openClient={(id) => set({ cliente: id, orden: null }, { step: true })}
      />
      <ClientDialogs
        id={params.order === null ? params.client : null}
        ticket={params.ticket}
        close={() => set({ cliente: null, ticket: null })}
        openOrder={(number) => set({ orden: number, cliente: null, ticket: null }, { step: true })}
        openTicket={(id) => set({ ticket: String(id) }, { step: true })}
        // It lies over its client: closing it is going back, not one more step to go back from.
        closeTicket={() => (wasOpened(location.state) ? navigate(-1) : set({ ticket: null }))}
      />
      <Legends shown={params.legend} close={() => set({ ayuda: null })} />
    </>
  );
}
