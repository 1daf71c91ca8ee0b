import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { reasonsOf } from '../../machines/attention/concerns.ts';
import { useAddress } from '../board/use-address.ts';
import { useLive } from '../data/live.ts';
import { useViewer } from '../routes/signed-in/screen.ts';
import { useLazyPart } from '../ui/parts/use-lazy-part.ts';
import { showRefused } from '../ui/toasts/toast.ts';
import { attentionWords } from '../words/board/attention-words.ts';
import { readAsked } from './asked.ts';
import { AttentionButton } from './attention-button.tsx';
import { AttentionList, type Item } from './attention-list.ts';
import type { OfficeProps } from './attention-office.tsx';
import { useNotices } from './use-notices.ts';
import { useTitleCount } from './use-title-count.ts';

const loadOffice = () => import('./attention-office.tsx').then((part) => part.AttentionOffice);

/** 'Necesita atención' on every screen of the office: its button in the header, its list, the title and the notices. */
export default function Attention() {
  const live = useLive();
  const [list] = useState(() => new AttentionList());
  useEffect(() => {
    const stops = [list.open(), live.eachConnection(list.connected)];
    return () => {
      for (const stop of stops.reverse()) stop();
    };
  }, [list, live]);
  const { status, items: all } = useSyncExternalStore(list.subscribe, list.snapshot, list.snapshot);
  const items = useConcerning(all);
  const { search, set, shut } = useAddress();
  const requested = readAsked(search);
  const count = status === 'shown' ? items.length : null;
  useTitleCount(count ?? 0);
  const notices = useNotices(status, items);
  const close = () => shut({ atencion: null });
  const { Part, ready } = useLazyPart<OfficeProps>(requested !== null, loadOffice, () => {
    showRefused(attentionWords.failed);
    close();
  });
  return (
    <>
      <AttentionButton
        count={count}
        announced={notices.announced}
        opened={requested !== null}
        press={() => (requested ? close() : set({ atencion: '1' }, { step: true }))}
      />
      {Part && (
        <Part
          requested={requested}
          ready={ready}
          list={list}
          status={status}
          items={items}
          notices={notices}
          close={close}
          closeDialog={() => shut({ atencion: '1' }, 1)}
          ask={(act, key) => set({ atencion: `${act}.${key}` }, { step: true })}
        />
      )}
    </>
  );
}

/** Those that concern the user: SAC has no use for what dispatchers alone can end. */
function useConcerning(items: readonly Item[]): readonly Item[] {
  const viewer = useViewer();
  return useMemo(() => {
    const reasons = new Set(reasonsOf(viewer));
    return items.filter(({ reason }) => reasons.has(reason));
  }, [items, viewer]);
}
