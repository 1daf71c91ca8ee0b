import { Button, Container, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { Changes } from '../../../db/feed/changes.ts';
import { findVersion } from '../../../db/feed/operation-version.ts';
import { listMerges } from '../../../db/reads/catalogue/list-merges.ts';
import { listNames } from '../../../db/reads/catalogue/list-names.ts';
import { listOperations } from '../../../db/reads/settings/operation.ts';
import { daysBefore, kindsOf } from '../../../machines/order/catalogue-merge.ts';
import { isOwnName } from '../../../machines/wire/own-entry.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import accountStyles from '../../accounts/accounts.module.css';
import { useAddress } from '../../board/use-address.ts';
import { cleanText } from '../../clean-text.server.ts';
import { revalidateFor } from '../../data/should-revalidate.ts';
import { useFollowOperations } from '../../data/use-follow-settings.ts';
import { requireSession } from '../../require-session.server.ts';
import { SettingsError } from '../../setup/settings-screen.tsx';
import { Empty } from '../../ui/content/error-page.tsx';
import { nameWords as words } from '../../words/setup/names-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { NameTable } from './name-table.tsx';
import styles from './new-names.module.css';
import { RecentMerges } from './recent-merges.tsx';

export const handle: ScreenHandle = { title: words.title, parent: '/setup' };
export const meta: MetaFunction = () => [{ title: `${words.title} · ${shellWords.product}` }];
/** Which dialog is open was not loaded. */
export const shouldRevalidate = revalidateFor('desde', 'clase', 'op', 'buscar');
export const ErrorBoundary = SettingsError;

const periods = { '7': 7, '30': 30, todos: null } as const;

/** The names that intakes added, and the merges of late. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { actor } = requireSession(context);
  const { db } = context;
  const kinds = kindsOf(actor);
  if (kinds.length === 0) throw new Response(refuse('permission-missing').text, { status: 403 });
  const params = new URL(request.url).searchParams;
  const period = params.get('desde') ?? '';
  const days = isOwnName(periods, period) ? periods[period] : periods['7'];
  const kind = kinds.find((candidate) => candidate === params.get('clase')) ?? null;
  const operation = actor.operations.find((code) => code === params.get('op')) ?? null;
  const text = cleanText(params.get('buscar'));
  const now = new Date();
  // Read before the rest, so that no change between the two is missed.
  const versions = await Promise.all(actor.operations.map((code) => findVersion(db, code)));
  const [list, merges, operations] = await Promise.all([
    listNames(db, actor, {
      since: days === null ? null : daysBefore(now, days),
      ...{ kind, operation, text },
    }),
    listMerges(db, actor, now),
    listOperations(db, actor.operations),
  ]);
  return {
    ...list,
    merges,
    operations,
    kinds,
    ...{ days, kind, operation, text },
    shown: actor.operations.map((code, at) => ({ operation: code, version: versions[at] ?? 0 })),
  };
}

const concerns = (changes: Changes) => changes.names === true;
/** After the last key. */
const searchMs = 200;

export default function NewNames() {
  const data = useLoaderData<typeof loader>();
  const { names, total, merges, operations, kinds, days, kind, operation, text } = data;
  const { search, set, shut } = useAddress();
  const reload = useFollowOperations(data, data.shown, concerns);
  const count = useRef<HTMLParagraphElement>(null);
  const params = new URLSearchParams(search);
  const [openKind, openId] = (params.get('unir') ?? '').split('.');
  const merging = names.find((name) => name.kind === openKind && String(name.id) === openId) ?? null;
  const nameOf = (code: string) => operations.find((candidate) => candidate.code === code)?.name ?? code;
  const filtered = kind !== null || operation !== null || text !== '';
  const close = () => shut({ unir: null });
  return (
    <Container size="lg" py="md" w="100%">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {words.hint}
        </Text>
        <search className={accountStyles.filters}>
          <Search text={text} look={(buscar) => set({ buscar: buscar || null })} />
          <NativeSelect
            label={words.period}
            value={days === null ? 'todos' : String(days)}
            onChange={({ currentTarget: { value } }) => set({ desde: value === '7' ? null : value })}
            data={Object.entries(words.periods)
              .sort(([a], [b]) => (Number(a) || 999) - (Number(b) || 999))
              .map(([value, label]) => ({ value, label }))}
          />
          {kinds.length > 1 && (
            <NativeSelect
              label={words.kind}
              value={kind ?? ''}
              onChange={({ currentTarget: { value } }) => set({ clase: value || null })}
              data={[
                { value: '', label: words.allKinds },
                ...kinds.map((option) => ({ value: option, label: words.kinds[option] })),
              ]}
            />
          )}
          {operations.length > 1 && (
            <NativeSelect
              label={words.operation}
              value={operation ?? ''}
              onChange={({ currentTarget: { value } }) => set({ op: value || null })}
              data={[
                { value: '', label: words.allOperations },
                ...operations.map(({ code, name }) => ({ value: code, label: name })),
              ]}
            />
          )}
        </search>
        <Text ref={count} tabIndex={-1} className={styles.count} size="sm" c="dimmed" role="status">
          {names.length < total ? words.most(names.length, total) : words.count(total)}
        </Text>
        {names.length > 0 ? (
          <NameTable
            names={names}
            nameOf={nameOf}
            merge={({ kind: of, id }) => set({ unir: `${of}.${id}` }, { step: true })}
          />
        ) : filtered ? (
          <Empty title={words.nothingFound} hint={words.nothingFoundHint}>
            <Button variant="default" onClick={() => set({ clase: null, op: null, buscar: null })}>
              {words.clear}
            </Button>
          </Empty>
        ) : (
          <Empty title={words.empty} hint={words.emptyHint}>
            {days !== null && (
              <Button component={Link} to="?desde=todos" variant="default">
                {words.emptyAll}
              </Button>
            )}
          </Empty>
        )}
        <RecentMerges merges={merges} nameOf={nameOf} reload={reload} />
      </Stack>
      <MergeDialog
        merging={merging}
        close={close}
        done={() => {
          close();
          // Its row, which had the focus, goes.
          count.current?.focus();
          reload();
        }}
      />
    </Container>
  );
}

/** Looks a moment after the last key. */
function Search({ text, look }: { text: string; look: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const query = useRef(text);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  // Another address, by Back or by a button, says something else than what was asked for here.
  useEffect(() => {
    if (text === query.current) return;
    query.current = text;
    setTyped(text);
  }, [text]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (value: string) => {
    setTyped(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      query.current = value.trim();
      look(query.current);
    }, searchMs);
  };
  return (
    <TextInput
      className={accountStyles.grow}
      label={words.search}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      maxLength={100}
      autoComplete="off"
    />
  );
}
