import { Button, Container, Stack } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { type RefObject, useEffect, useRef } from 'react';
import type { Changes } from '../../../db/feed/changes.ts';
import { findVersion } from '../../../db/feed/operation-version.ts';
import { listOperations } from '../../../db/reads/settings/operation.ts';
import { historyLength, listSettingEvents } from '../../../db/reads/settings/setting-events.ts';
import { countOpenVisits, listSettingSlots } from '../../../db/reads/settings/settings.ts';
import { useAddress } from '../../board/use-address.ts';
import { revalidateFor } from '../../data/should-revalidate.ts';
import { useFollowOperations } from '../../data/use-follow-settings.ts';
import { requirePermission } from '../../require-session.server.ts';
import { History } from '../../setup/history.tsx';
import { SettingsError } from '../../setup/settings-screen.tsx';
import styles from '../../setup/setup.module.css';
import { Empty } from '../../ui/content/error-page.tsx';
import { boardWords } from '../../words/board/board-words.ts';
import { setupWords } from '../../words/setup/setup-words.ts';
import { slotEditorWords } from '../../words/setup/slot-editor-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';
import { added, readOpened } from './opened.ts';
import { OperationSlots } from './operation-slots.tsx';
import { sectionId } from './slot-table.tsx';

export const handle: ScreenHandle = { title: slotEditorWords.title, parent: '/setup' };
export const meta: MetaFunction = () => [{ title: `${slotEditorWords.title} · ${shellWords.product}` }];
export const ErrorBoundary = SettingsError;

/** The address says where one is and what is open; what was loaded is every operation's. */
export const shouldRevalidate = revalidateFor();

/** The time slots of every operation of who asks, with the open visits that stand in each (S2 §2 'Time-slot editor per operation'). */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePermission(args.context, 'can_edit_timestripes');
  const { db } = args.context;
  const ofEach = <T,>(read: (code: string) => Promise<T>) => Promise.all(actor.operations.map(read));
  // Read before the rest, so that no change between the two is missed.
  const versions = await ofEach((code) => findVersion(db, code));
  const [names, slots, open, histories] = await Promise.all([
    listOperations(db, actor.operations),
    listSettingSlots(db, actor.operations),
    ofEach((code) => countOpenVisits(db, code)),
    ofEach((code) => listSettingEvents(db, actor, code, 'slots.changed')),
  ]);
  const operations = names.map(({ code, name }) => {
    const at = actor.operations.indexOf(code);
    return {
      ...{ code, name, version: versions[at] ?? 0 },
      slots: slots.filter(({ operation }) => operation === code),
      openVisits: open[at]!.bySlot,
      busiest: open[at]!.busiest,
    };
  });
  const history = names
    .flatMap(({ code, name }) =>
      histories[actor.operations.indexOf(code)]!.map((event) => ({ ...event, operation: code, place: name })),
    )
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, historyLength);
  return { operations, history };
}

const concerns = (changes: Changes) => changes.timestripes !== undefined || changes.visits.length > 0;

export default function SlotEditor() {
  const data = useLoaderData<typeof loader>();
  const { operations, history } = data;
  const { search, set } = useAddress();
  const reload = useFollowOperations(
    data,
    operations.map(({ code, version }) => ({ operation: code, version })),
    concerns,
  );
  const { chosen, opened } = readOpened(search);
  useReach(chosen, opened);
  const index = useRef<HTMLElement>(null);
  const toIndex = () => {
    index.current?.querySelector('a')?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  };
  if (operations.length === 0)
    return <Empty title={setupWords.noOperations} hint={setupWords.noOperationsHint} />;
  const isThere =
    opened === null ||
    operations.some(
      ({ code, slots }) => opened === added(code) || slots.some(({ id }) => opened === String(id)),
    );
  const goneFrom = isThere ? null : (operations.find(({ code }) => code === chosen) ?? operations[0]!).code;
  return (
    <Container size="lg" py="md" w="100%">
      <Stack gap="xl">
        {operations.length > 1 && (
          <OperationIndex nav={index} operations={operations} opened={isThere ? opened : null} />
        )}
        {operations.map((operation) => (
          <OperationSlots
            key={operation.code}
            operation={operation}
            history={history.filter((event) => event.operation === operation.code)}
            opened={opened}
            gone={operation.code === goneFrom}
            open={(franja) => set({ op: operation.code, franja }, { step: franja !== null })}
            reload={reload}
          />
        ))}
        <History events={history} />
      </Stack>
      {operations.length > 3 && (
        <Button variant="subtle" size="compact-sm" mt="md" onClick={toIndex}>
          {slotEditorWords.toTop}
        </Button>
      )}
    </Container>
  );
}

type IndexProps = {
  nav: RefObject<HTMLElement>;
  operations: { code: string; name: string }[];
  /** What is open stays so; null: nothing that is there. */
  opened: string | null;
};

/** Leads to each operation's slots. */
const OperationIndex = ({ nav, operations, opened }: IndexProps) => (
  <nav ref={nav} aria-label={boardWords.operations} className={styles.operations}>
    {operations.map(({ code, name }) => (
      <Button
        key={code}
        component={Link}
        to={`?${new URLSearchParams({ op: code, ...(opened !== null && { franja: opened }) })}`}
        replace
        preventScrollReset
        size="xs"
        variant="default"
        onClick={() => reach(code)}
      >
        {name}
      </Button>
    ))}
  </nav>
);

/** An operation's heading in view, and the focus at it: the next Tab goes on among its slots. */
function reach(code: string) {
  const heading = document.getElementById(sectionId(code));
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}

/** An address that names an operation and nothing open in it begins there. */
function useReach(chosen: string | null, opened: string | null) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the screen comes
  useEffect(() => {
    if (chosen !== null && opened === null) reach(chosen);
  }, []);
}
