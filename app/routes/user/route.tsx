import { Container, Stack } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { isRouteErrorResponse, useLoaderData, useRouteError } from '@remix-run/react';
import { useState } from 'react';
import { listAccountHistory } from '../../../db/reads/people/audit.ts';
import { findAccount, listAllOperations, listOpenVisits } from '../../../db/reads/people/users.ts';
import { readRowId } from '../../../machines/wire/row-id.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { AuditHistory } from '../../accounts/audit-history.tsx';
import { AuditLine } from '../../accounts/audit-line.tsx';
import { useReading } from '../../data/revalidate.ts';
import { requirePermission } from '../../require-session.server.ts';
import { SettingsError } from '../../setup/settings-screen.tsx';
import { accounts as accountWords } from '../../words/setup/accounts-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import { NotHere } from '../signed-in/not-here.tsx';
import type { ScreenHandle } from '../signed-in/screen.ts';
import { AccountForm } from './account-form.tsx';
import { fieldsOf, nameOf } from './account-input.ts';
import { AccountState } from './account-state.tsx';

const { user: texts } = accountWords;

export const handle: ScreenHandle = {
  title: ({ id }) => (id === added ? texts.newTitle : texts.title),
  parent: '/users',
};
export const meta: MetaFunction<typeof loader> = ({ data, params }) => {
  const account = data?.account;
  const name = account ? nameOf(fieldsOf(account)) : params.id === added ? texts.newTitle : texts.title;
  return [{ title: `${name} · ${shellWords.product}` }];
};

/** What the address calls the account that does not exist yet. */
const added = 'nuevo';

/** One account, with what it leaves open and what happened to it. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const actor = requirePermission(context, 'can_manage_users');
  const { db } = context;
  const operations = await listAllOperations(db);
  if (params.id === added) return { account: null, operations, history: [], visits: [], own: false };
  const id = readRowId(params.id) ?? 0;
  // Before the account: a change between the two reads is then shown as a concurrent one.
  const [history, visits] = await Promise.all([listAccountHistory(db, id), listOpenVisits(db, id)]);
  const account = await findAccount(db, id);
  if (!account) throw new Response(refuse('user-unknown').text, { status: 404 });
  return { account, operations, history, visits, own: id === actor.userId };
}

export default function User() {
  const { account, operations, history, visits, own } = useLoaderData<typeof loader>();
  const read = useReading();
  const [dirty, setDirty] = useState(false);
  return (
    <Container size="md" py="md" w="100%">
      <Stack gap="md">
        {account && (
          <AccountState
            account={account}
            visits={visits}
            operations={operations}
            own={own}
            dirty={dirty}
            reload={read}
          />
        )}
        <AccountForm
          key={account?.id ?? added}
          account={account}
          operations={operations}
          history={history}
          own={own}
          reload={read}
          onDirty={setDirty}
        />
        {account && (
          <AuditHistory
            title={texts.history}
            lines={history.map((row) => <AuditLine key={row.id} row={row} />)}
            none={texts.noHistory}
            whole={{ to: `/audit?usuario=${account.id}`, text: texts.wholeHistory }}
          />
        )}
      </Stack>
    </Container>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const gone = isRouteErrorResponse(error) && error.status === 404;
  return gone ? <NotHere hint={texts.unknownHint} /> : <SettingsError />;
}
