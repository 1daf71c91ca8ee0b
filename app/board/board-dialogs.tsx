import type { BoardParams } from './board-params.ts';
import { ClientDialog } from './client-dialog.tsx';
import { Legends } from './legends.tsx';
import { OrderDialog } from './order-dialog.tsx';

type Props = {
  params: BoardParams;
  set: (changes: Record<string, string | null>, options?: { step?: boolean }) => void;
};

/** What opens over a board: each is open while the address says so, and opening one is a step that Back undoes. */
export function BoardDialogs({ params, set }: Props) {
  return (
    <>
      <OrderDialog
        number={params.order}
        close={() => set({ orden: null })}
        open={(number) => set({ orden: number }, { step: true })}
      />
      <ClientDialog
        id={params.client}
        close={() => set({ cliente: null })}
        openOrder={(number) => set({ orden: number, cliente: null }, { step: true })}
      />
      <Legends shown={params.legend} close={() => set({ ayuda: null })} />
    </>
  );
}
