import { Button, Container, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node';
import { Form, Link, useLoaderData, useLocation } from '@remix-run/react';
import { IconHistory, IconPlus, IconSearch } from '@tabler/icons-react';
import { listAllOperations, listUsers, usersPage } from '../../../db/reads/people/users.ts';
import { isOwnName } from '../../../machines/wire/own-entry.ts';
import styles from '../../accounts/accounts.module.css';
import { cleanText } from '../../clean-text.server.ts';
import { requirePermission } from '../../require-session.server.ts';
import { SettingsError } from '../../setup/settings-screen.tsx';
import { Empty } from '../../ui/content/error-page.tsx';
import { accounts as accountWords } from '../../words/setup/accounts-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';
import { UserCards, UserTable } from './user-rows.tsx';

const { users: texts } = accountWords;

export const handle: ScreenHandle = { title: texts.title, parent: '/setup' };
export const meta: MetaFunction = () => [{ title: `${texts.title} · ${shellWords.product}` }];
export const ErrorBoundary = SettingsError;

const states = { activos: true, inactivos: false, todos: null } as const;
type State = keyof typeof states;
const lastPage = 10_000;

/** Every account of the installation, by name; what is looked for stands in the address. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  requirePermission(context, 'can_manage_users');
  const params = new URL(request.url).searchParams;
  const param = params.get('estado') ?? '';
  const state: State = isOwnName(states, param) ? param : 'activos';
  const search = cleanText(params.get('buscar'));
  const code = params.get('op') ?? '';
  const operation = /^\d{3}$/.test(code) ? code : null;
  const page = Math.min(lastPage, Math.max(1, Math.floor(Number(params.get('pagina')) || 1)));
  const [list, operations] = await Promise.all([
    listUsers(context.db, { search, active: states[state], operation }, (page - 1) * usersPage),
    listAllOperations(context.db),
  ]);
  return { ...list, operations, state, search, operation, page, perPage: usersPage };
}

export default function Users() {
  const { users, count, operations, state, search, operation, page, perPage } =
    useLoaderData<typeof loader>();
  const names = Object.fromEntries(operations.map(({ code, name }) => [code, name]));
  return (
    <Container size="lg" py="md" w="100%">
      <Stack gap="md">
        <Filters operations={operations} state={state} search={search} operation={operation} />
        <div className={styles.bar}>
          <Text size="sm" c="dimmed" role="status">
            {texts.count(count)}
          </Text>
          <Group gap="xs">
            <Button
              component={Link}
              to="/audit"
              variant="default"
              leftSection={<IconHistory size={16} aria-hidden />}
            >
              {texts.audit}
            </Button>
            <Button component={Link} to="/users/nuevo" leftSection={<IconPlus size={16} aria-hidden />}>
              {texts.create}
            </Button>
          </Group>
        </div>
        {users.length === 0 ? (
          <Empty title={texts.empty} hint={texts.emptyHint} />
        ) : (
          <>
            <UserTable users={users} names={names} />
            <UserCards users={users} names={names} />
          </>
        )}
        <Pages page={page} perPage={perPage} count={count} shown={users.length} />
      </Stack>
    </Container>
  );
}

type Query = Pick<SerializeFrom<typeof loader>, 'operations' | 'state' | 'search' | 'operation'>;

function Filters({ operations, state, search, operation }: Query) {
  const { key } = useLocation();
  return (
    // Drawn anew for another address, so that Back shows what was asked there.
    <Form method="get" key={key} role="search">
      <div className={styles.filters}>
        <TextInput
          className={styles.grow}
          name="buscar"
          label={texts.search}
          defaultValue={search}
          maxLength={100}
          autoComplete="off"
        />
        <NativeSelect name="estado" label={texts.state} defaultValue={state} data={stateOptions} />
        <NativeSelect
          name="op"
          label={texts.operation}
          defaultValue={operation ?? ''}
          data={[
            { value: '', label: texts.allOperations },
            ...operations.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
          ]}
        />
        <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
          {texts.filter}
        </Button>
      </div>
    </Form>
  );
}

const stateOptions = Object.entries(texts.states).map(([value, label]) => ({ value, label }));

type PagesProps = { page: number; perPage: number; count: number; shown: number };

function Pages({ page, perPage, count, shown }: PagesProps) {
  const { search } = useLocation();
  const to = (other: number) => {
    const params = new URLSearchParams(search);
    params.set('pagina', String(other));
    return `?${params}`;
  };
  if (count <= perPage && page === 1) return null;
  const first = (page - 1) * perPage;
  return (
    <Group component="nav" className={styles.pages} aria-label={texts.pages} justify="space-between">
      {page > 1 ? (
        <Button component={Link} to={to(page - 1)} variant="default">
          {texts.previous}
        </Button>
      ) : (
        <span />
      )}
      {shown > 0 && <Text size="sm">{texts.range(first + 1, first + shown, count)}</Text>}
      {first + shown < count && shown > 0 ? (
        <Button component={Link} to={to(page + 1)} variant="default">
          {texts.next}
        </Button>
      ) : (
        <span />
      )}
    </Group>
  );
}
