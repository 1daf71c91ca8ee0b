import { Alert, Button, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { IconKey } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { changePasswordInput } from '../../../db/commands/profile/change-password-input.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { readForm } from '../../read-form.ts';
import { viewPaths } from '../../require-session.ts';
import { accounts as accountWords } from '../../words/accounts.ts';
import { profileWords } from '../../words/profile.ts';
import { shellWords } from '../../words/shell.ts';
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
  const [own, setOwn] = useState<Record<string, string> | null>(null);
  const refused = busy || !answer || answer.ok ? null : answer;
  const errors: Record<string, string> = own ?? refused?.fields ?? {};
  const check = (event: FormEvent<HTMLFormElement>) => {
    const wrong = busy ? {} : wrongIn(new FormData(event.currentTarget));
    setOwn(Object.keys(wrong).length > 0 ? wrong : null);
    if (busy || Object.keys(wrong).length > 0) event.preventDefault();
  };
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
          <Form method="post" onSubmit={check} noValidate>
            <Stack gap="md">
              {/* For password managers: whose it is. */}
              <input type="hidden" name="username" autoComplete="username" value={username} />
              <PasswordInput
                name="current"
                label={accountWords.password.current}
                autoComplete="current-password"
                autoFocus
                size="md"
                error={errors.current}
              />
              <PasswordInput
                name="next"
                label={profileWords.next}
                description={accountWords.password.rules}
                autoComplete="new-password"
                size="md"
                error={errors.next}
              />
              <PasswordInput
                name="repeat"
                label={profileWords.repeat}
                autoComplete="new-password"
                size="md"
                error={errors.repeat}
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

/** What the command's own schema says, and that both were typed alike. */
function wrongIn(form: FormData): Record<string, string> {
  const parsed = changePasswordInput.safeParse({ current: form.get('current'), next: form.get('next') });
  const wrong = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => [path.join('.'), message]).toReversed();
  const differs = form.get('next') !== form.get('repeat') ? { repeat: profileWords.repeatWrong } : {};
  return { ...differs, ...Object.fromEntries(wrong) };
}
