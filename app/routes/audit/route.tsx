import { Anchor, Box, Button, Container, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node';
import { Form, Link, useLoaderData, useLocation } from '@remix-run/react';
import { IconSearch } from '@tabler/icons-react';
import { listAudit } from '../../../db/reads/people/audit.ts';
import { findAccount } from '../../../db/reads/people/users.ts';
import { type AuditKind, auditKinds } from '../../../machines/access/audit.ts';
import { formatInstant, isDay } from '../../../machines/calendar/slots.ts';
import styles from '../../accounts/accounts.module.css';
import { auditText, type WiredAuditRow } from '../../accounts/audit-text.ts';
import { cleanText } from '../../clean-text.server.ts';
import { requirePermission } from '../../require-session.server.ts';
import { SettingsError } from '../../setup/settings-screen.tsx';
import { Empty } from '../../ui/content/error-page.tsx';
import { DatePickerInput } from '../../ui/mantine/date-pickers.tsx';
import { accounts as accountWords } from '../../words/setup/accounts-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';

const { audit: texts } = accountWords;

export const handle: ScreenHandle = { title: texts.title, parent: '/setup' };
export const meta: MetaFunction = () => [{ title: `${texts.title} · ${shellWords.product}` }];
export const ErrorBoundary = SettingsError;

/** Sign-ins and changes of accounts, newest first; what is looked for stands in the address. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  requirePermission(context, 'can_manage_users');
  const params = new URL(request.url).searchParams;
  const kind = auditKinds.find((each) => each === params.get('tipo')) ?? null;
  const number = (name: string) => {
    const text = params.get(name) ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : null;
  };
  const dayOf = (name: string) => {
    const text = params.get(name) ?? '';
    return isDay(text) ? text : null;
  };
  const search = cleanText(params.get('persona'));
  const filter = { userId: number('usuario'), search, kind, from: dayOf('desde'), to: dayOf('hasta') };
  const before = number('antes');
  const [page, user] = await Promise.all([
    listAudit(context.db, { ...filter, before }),
    filter.userId === null ? undefined : findAccount(context.db, filter.userId),
  ]);
  return { ...page, ...filter, before, userName: user ? `${user.firstName} ${user.lastName}`.trim() : null };
}

export default function Audit() {
  const data = useLoaderData<typeof loader>();
  const { rows, next, userId, userName, before } = data;
  const { search } = useLocation();
  const with_ = (changes: Record<string, string | null>) => {
    const params = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes))
      if (value === null) params.delete(name);
      else params.set(name, value);
    return `?${params}`;
  };
  return (
    <Container size="lg" py="md" w="100%">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {texts.hint}
        </Text>
        <Filters filter={data} />
        {userId !== null && (
          <OnlyUser name={userName ?? String(userId)} all={with_({ usuario: null, antes: null })} />
        )}
        {rows.length === 0 ? (
          <Empty title={texts.empty} hint={texts.emptyHint} />
        ) : (
          <>
            <AuditTable rows={rows} />
            <AuditCards rows={rows} />
          </>
        )}
        <Group className={styles.pages}>
          {before !== null && (
            <Button component={Link} to={with_({ antes: null })} variant="default">
              {texts.newest}
            </Button>
          )}
          {next !== null && (
            <Button component={Link} to={with_({ antes: String(next) })} variant="default">
              {texts.older}
            </Button>
          )}
        </Group>
      </Stack>
    </Container>
  );
}

type Filter = Pick<SerializeFrom<typeof loader>, 'userId' | 'search' | 'kind' | 'from' | 'to'>;

function Filters({ filter }: { filter: Filter }) {
  const { userId, search: person, kind, from, to } = filter;
  const { key } = useLocation();
  return (
    <Form method="get" key={key} role="search">
      <div className={styles.filters}>
        {userId !== null && <input type="hidden" name="usuario" value={userId} />}
        <TextInput
          className={styles.grow}
          name="persona"
          label={texts.person}
          defaultValue={person}
          maxLength={100}
          autoComplete="off"
        />
        <NativeSelect
          className={styles.line}
          name="tipo"
          label={texts.kind}
          defaultValue={kind ?? ''}
          data={kindOptions}
        />
        <DayField name="desde" label={texts.from} value={from} />
        <DayField name="hasta" label={texts.to} value={to} />
        <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
          {texts.filter}
        </Button>
      </div>
    </Form>
  );
}

/** Whose account the rows are of, and the way to those of all. */
const OnlyUser = ({ name, all }: { name: string; all: string }) => (
  <Group gap="xs">
    <Text size="sm" fw={600}>
      {texts.only(name)}
    </Text>
    <Anchor component={Link} size="sm" className={styles.link} to={all}>
      {texts.everybody}
    </Anchor>
  </Group>
);

/** A day as it is written here, whatever the browser's language is (ux.md U29). */
const DayField = ({ name, label, value }: { name: string; label: string; value: string | null }) => (
  <DatePickerInput
    className={styles.line}
    name={name}
    label={label}
    placeholder={texts.anyDay}
    valueFormat="DD/MM/YYYY"
    clearable
    clearButtonProps={{ 'aria-label': `${texts.clear} ${label}` }}
    defaultValue={value}
  />
);

const kindOptions = [
  { value: '', label: texts.all },
  ...Object.entries(texts.kinds as Record<AuditKind, string>).map(([value, label]) => ({ value, label })),
];

const columns = [
  [texts.when, styles.when],
  [texts.user, styles.who],
  [texts.what, undefined],
  [texts.who, styles.who],
  [texts.where, styles.where],
] as const;

function AuditTable({ rows }: { rows: WiredAuditRow[] }) {
  return (
    <Box visibleFrom="sm">
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(([name, width]) => (
              <th key={name} scope="col" className={width}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className={styles.nowrap}>{formatInstant(new Date(row.at))}</td>
              <td>
                <Subject row={row} />
              </td>
              <td>{auditText(row)}</td>
              <td>{row.actorName}</td>
              <td title={row.userAgent ?? undefined}>{row.address}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

function AuditCards({ rows }: { rows: WiredAuditRow[] }) {
  return (
    <Box component="ul" hiddenFrom="sm" className={styles.cards}>
      {rows.map((row) => (
        <li key={row.id} className={styles.card}>
          <Subject row={row} />
          <Text size="sm">{auditText(row)}</Text>
          <Text size="xs" c="dimmed">
            {[
              formatInstant(new Date(row.at)),
              row.actorName !== row.subjectName && texts.by(row.actorName),
              row.address,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </li>
      ))}
    </Box>
  );
}

/** Whose account it was; it is looked for with a press. */
const Subject = ({ row }: { row: WiredAuditRow }) =>
  row.subjectId === null ? (
    <Text size="sm" component="span">
      {row.subjectName}
    </Text>
  ) : (
    <Anchor component={Link} size="sm" to={`?usuario=${row.subjectId}`}>
      {row.subjectName}
    </Anchor>
  );
