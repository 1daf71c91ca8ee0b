import type { Asked, AttentionAct } from './asked.ts';
import { AttentionDialogs } from './attention-dialogs.tsx';
import type { AttentionList, AttentionState } from './attention-list.ts';
import { AttentionPanel } from './attention-panel.tsx';
import type { Notices } from './use-notices.ts';

export type OfficeProps = AttentionState & {
  requested: Asked | null;
  /** Whether it is there already: before it opens it learns where the focus was. */
  ready: boolean;
  list: AttentionList;
  notices: Notices;
  close: () => void;
  closeDialog: () => void;
  ask: (act: AttentionAct, key: string) => void;
};

/** The list, and the dialogs by which its items end; fetched when it is first opened. */
export function AttentionOffice({ requested, ready, closeDialog, ...panel }: OfficeProps) {
  const { list, items } = panel;
  return (
    <>
      <AttentionPanel {...panel} opened={ready && requested !== null} covered={requested?.act != null} />
      <AttentionDialogs requested={ready ? requested : null} list={list} items={items} close={closeDialog} />
    </>
  );
}
