import { Alert, Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import {
  type ClientActionFunctionArgs,
  Form,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useNavigation,
} from '@remix-run/react';
import { IconCalendarCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { refuse } from '../../../machines/words/refusals.ts';
import { forgetSession } from '../../offline/session.ts';
import { forgetRecent } from '../../palette/recent-choices.ts';
import { readForm } from '../../read-form.server.ts';
import { viewPaths } from '../../require-session.server.ts';
import { returnPathOf } from '../../return-path.server.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import { loginWords } from '../../words/shell/sign-in-words.ts';
import styles from './login.module.css';

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (context.mustChange) throw redirect('/password');
  if (context.session)
    throw redirect(returnPathOf(request) ?? viewPaths[context.session.defaultView] ?? '/jefetec');
  return { demo: context.demo };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  if (!form) return data({ diagnostic: refuse('check-the-data').text }, { status: 422 });
  const answer = await context.auth.signIn({
    username: form.get('username') ?? '',
    password: form.get('password') ?? '',
  });
  if (answer.ok && answer.mustChangePassword) return redirect('/password');
  if (answer.ok) return redirect(returnPathOf(request) ?? viewPaths[answer.defaultView] ?? '/jefetec');
  const headers: Record<string, string> = answer.retryAfterSeconds
    ? { 'retry-after': String(answer.retryAfterSeconds) }
    : {};
  return data({ diagnostic: answer.text }, { status: answer.status, headers });
}

/** Without an answer the form stays, with what was typed, and says so. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>();
  } catch (thrown) {
    // A redirect is thrown too.
    if (!(thrown instanceof Error)) throw thrown;
    return { diagnostic: loginWords.noAnswer };
  }
}

/** Reading the screen again without a connection would remove the form. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  actionResult ? false : defaultShouldRevalidate;

/** Login (S2 §2): Enter submits, the button says 'Espere...' until the answer, the diagnostic stands under the form. */
export default function Login() {
  const { demo } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().state !== 'idle';
  useEffect(() => {
    void forgetSession();
    forgetRecent();
  }, []);
  const diagnostic = busy ? null : answer && 'diagnostic' in answer ? answer.diagnostic : null;
  return (
    <main className={styles.page}>
      <Paper className={styles.card} withBorder shadow="sm" p="xl">
        <Stack gap="lg">
          <Stack gap={4} align="center">
            <IconCalendarCheck size={40} stroke={1.6} aria-hidden className={styles.mark} />
            <Title order={1} size="h3">
              {shellWords.product}
            </Title>
          </Stack>
          <Form method="post">
            <Credentials busy={busy} diagnostic={diagnostic} />
          </Form>
          {demo && (
            <Text size="xs" c="dimmed" ta="center">
              {loginWords.demo}
            </Text>
          )}
        </Stack>
      </Paper>
    </main>
  );
}

/** What is typed and submitted; after a refusal the password is what is typed again. */
function Credentials({ busy, diagnostic }: { busy: boolean; diagnostic: string | null | undefined }) {
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (diagnostic) password.current?.select();
  }, [diagnostic]);
  return (
    <Stack gap="md">
      <TextInput
        name="username"
        label={loginWords.user}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        autoFocus
        size="md"
      />
      <PasswordInput
        ref={password}
        name="password"
        label={loginWords.password}
        autoComplete="current-password"
        required
        withAsterisk={false}
        size="md"
        error={diagnostic ? true : undefined}
        aria-describedby={diagnostic ? 'login-diagnostic' : undefined}
      />
      <Button type="submit" size="md" fullWidth disabled={busy} data-busy={busy || undefined}>
        {busy ? loginWords.busy : loginWords.submit}
      </Button>
      {diagnostic && (
        <Alert id="login-diagnostic" color="red" variant="light" role="alert">
          {diagnostic}
        </Alert>
      )}
    </Stack>
  );
}
