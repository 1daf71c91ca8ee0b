import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { IconKey } from '@tabler/icons-react';
import { refuse } from '../../../machines/words/refusals.ts';
import { PasswordFields } from '../../accounts/password-fields.tsx';
import { useNewPassword } from '../../accounts/use-new-password.ts';
import { readForm } from '../../read-form.server.ts';
import { viewPaths } from '../../require-session.server.ts';
import { accounts as accountWords } from '../../words/setup/accounts-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import styles from '../login/login.module.css';

export const meta: MetaFunction = () => [{ title: `${accountWords.password.title} · ${shellWords.product}` }];

/** Only for who has to: anybody else changes it in 'Perfil'. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { mustChange, session } = context;
  if (!mustChange) throw redirect(session ? '/profile' : '/login');
  return { username: mustChange.actor.username };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { mustChange } = context;
  if (!mustChange) throw redirect(context.session ? '/' : '/login');
  const form = await readForm(request);
  if (!form) throw new Response(refuse('check-the-data').text, { status: 422 });
  const answer = await context.auth.changePassword({
    current: form.get('current') ?? '',
    next: form.get('next') ?? '',
  });
  if (answer.ok) return redirect(viewPaths[mustChange.defaultView] ?? '/jefetec');
  return data(answer, { status: answer.status });
}

/** The change that comes before everything else; afterwards one goes on without signing in again. */
export default function Password() {
  const { username } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().state !== 'idle';
  const refused = busy || !answer || answer.ok ? null : answer;
  const { ref, errors, check } = useNewPassword(busy, refused?.fields ?? {});
  return (
    <main className={styles.page}>
      <Paper className={styles.card} withBorder shadow="sm" p="xl">
        <Stack gap="lg">
          <Stack gap={4} align="center">
            <IconKey size={40} stroke={1.6} aria-hidden className={styles.mark} />
            <Title order={1} size="h3">
              {accountWords.password.title}
            </Title>
          </Stack>
          <Text size="sm">{accountWords.password.hint}</Text>
          <Form method="post" ref={ref} onSubmit={check} noValidate>
            <Stack gap="md">
              {/* For password managers: whose it is. */}
              <input type="hidden" name="username" autoComplete="username" value={username} />
              <PasswordFields
                errors={errors}
                currentLabel={accountWords.password.current}
                rules={accountWords.password.rules}
                alone
              />
              {refused && Object.keys(errors).length === 0 && (
                <Alert color="red" variant="light" role="alert">
                  {refused.text}
                </Alert>
              )}
              <Button type="submit" size="md" fullWidth loading={busy}>
                {accountWords.password.submit}
              </Button>
            </Stack>
          </Form>
          <Form method="post" action="/logout">
            <Button type="submit" variant="subtle" fullWidth>
              {accountWords.password.signOut}
            </Button>
          </Form>
        </Stack>
      </Paper>
    </main>
  );
}
