import { Container, Stack } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useLoaderData,
} from '@remix-run/react';
import { findBotName } from '../../../db/queues/chat-bot.ts';
import { readProfile } from '../../../db/reads/people/profile.ts';
import { listSessions } from '../../../db/reads/people/sessions.ts';
import { mayDo } from '../../../machines/access/permissions.ts';
import { PushSwitch } from '../../push/push-switch.tsx';
import { requireSession } from '../../require-session.server.ts';
import { Facts } from '../../ui/content/facts.tsx';
import { Section } from '../../ui/content/section.tsx';
import { wasNotAnswered } from '../../ui/hooks/was-not-answered.ts';
import { profileWords } from '../../words/shell/profile-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import { pushWords } from '../../words/technician/push-words.ts';
import { type ScreenHandle, useViewer } from '../signed-in/screen.ts';
import { action } from './action.server.ts';
import { BotForm } from './bot-form.tsx';
import { OneTapLink } from './one-tap-link.tsx';
import { PasswordForm } from './password-form.tsx';
import { PictureField } from './picture-field.tsx';
import { PreferenceFields } from './preference-fields.tsx';
import { SessionList } from './session-list.tsx';
import { SubscriptionField } from './subscription-field.tsx';

export { action };

export const handle: ScreenHandle = { title: profileWords.title };
export const meta: MetaFunction = () => [{ title: `${profileWords.title} · ${shellWords.product}` }];

/** The user's own account (S2 §2 'Profile'). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { actor, id, hasPicture } = requireSession(context);
  const [profile, sessions, botName] = await Promise.all([
    readProfile(context.db, actor),
    listSessions(context.db, actor),
    context.botId === null ? undefined : findBotName(context.db, context.botId),
  ]);
  const { profilePic: _, ...user } = profile;
  return {
    user,
    fullName: actor.fullName,
    hasPicture,
    sessions,
    sessionId: id,
    /** Whether there is a bot, and whether it can be found in Telegram yet. */
    bot: context.botId === null ? ('off' as const) : botName ? ('ready' as const) : ('starting' as const),
    mayLink: mayDo(actor, 'can_edit_telegram_chat_id'),
    maySubscribe: mayDo(actor, 'can_subscribe_to_techs'),
  };
}

/** Without an answer the form that asked stays, with what was typed, and says so. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const copy = request.clone();
  try {
    return await serverAction<typeof action>();
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
    const intent = (await copy.formData()).get('intent');
    return {
      intent: intent === 'bot' || intent === 'one-tap' ? intent : ('password' as const),
      ok: false as const,
      status: 0,
      text: profileWords.noNetwork,
      fields: {} as Record<string, string>,
    };
  }
}

export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  wasNotAnswered(actionResult) ? false : defaultShouldRevalidate;

export default function Profile() {
  const { user, fullName, hasPicture, sessions, sessionId, bot, mayLink, maySubscribe } =
    useLoaderData<typeof loader>();
  const { push } = useViewer();
  const operations = user.operations.map(({ name, code }) => `${name} (${code})`).join(', ');
  return (
    <Container size="sm" py="md" w="100%">
      <Stack gap="md">
        <Section title={profileWords.account}>
          <Stack gap="md">
            <PictureField hasPicture={hasPicture} fullName={fullName} />
            <Facts
              rows={[
                [profileWords.fullName, fullName],
                [profileWords.username, user.username],
                [profileWords.email, user.email || profileWords.noEmail],
                [profileWords.operations, operations || profileWords.none],
                [profileWords.kind, user.profile],
              ]}
            />
          </Stack>
        </Section>
        {mayLink && (
          <Section title={profileWords.bot}>
            <Stack gap="md">
              <OneTapLink bot={bot} user={user} />
              <BotForm user={user} />
            </Stack>
          </Section>
        )}
        {maySubscribe && (
          <Section title={profileWords.subscription}>
            <SubscriptionField linked={user.activeOnTelegram} subscribed={user.subscribedToTechs} />
          </Section>
        )}
        {push && (
          <Section title={pushWords.section}>
            <PushSwitch server={push} />
          </Section>
        )}
        <Section title={profileWords.preferences}>
          <PreferenceFields />
        </Section>
        <Section title={profileWords.password}>
          <PasswordForm />
        </Section>
        <Section title={profileWords.sessions}>
          <SessionList sessions={sessions} current={sessionId} />
        </Section>
      </Stack>
    </Container>
  );
}
