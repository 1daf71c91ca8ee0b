import { changePasswordInput } from '../../../db/commands/profile/change-password-input.ts';
import { signInInput, signOut } from '../../../db/commands/profile/sign-in.ts';
import type { ReadAnswer } from '../../../db/reads/registry.ts';
import { isoWithOffset } from '../../../machines/calendar/slots.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { makeLinkAddress } from '../../telegram/link-address.ts';
import { linkChatIfReachable } from '../../telegram/link-chat.ts';
import * as answers from '../answers/shapes.ts';
import {
  chatLinkAnswer,
  endedAnswer,
  endedSessionAnswer,
  linkedAnswer,
  loginAnswer,
  ownChangesAnswer,
  preferencesAnswer,
  profileAnswer,
  pushKeyAnswer,
  reachAnswer,
  sessionsAnswer,
  subscribedAnswer,
} from '../answers/user.ts';
import { act, acting, anyone, ask, type Call, type CallRequest, nothing, reading } from '../call.ts';

function presentProfile(user: ReadAnswer<'profile'>, _input: unknown, request: CallRequest) {
  return {
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    fullName: request.actor.fullName,
    email: user.email,
    profile: user.profile,
    permissions: request.actor.permissions,
    profilePic: user.profilePic,
    defaultView: request.session.defaultView,
    tech_id: request.actor.technicianId,
    subsidiaries: user.operations.map(({ code, name }) => ({ subsidiary_id: code, name })),
    active_on_telegram: user.activeOnTelegram,
    subscribed_to_techs: user.subscribedToTechs,
  };
}

/** Said only where it is so: `user/change_password` has to come before any other call. */
export const passwordChange = ({ mustChangePassword }: { mustChangePassword: boolean }) =>
  mustChangePassword ? { passwordChangeRequired: true as const } : {};

/** One's own account and sessions (contract §3); those of others are in `users.ts`. */
export const userCalls: Record<string, Call> = {
  'user/login': anyone(
    { does: 'Opens a session.', reach: 'anyone', input: signInInput, answer: loginAnswer, also: [401] },
    async (request, input) => {
      const answer = await request.auth.signIn(input, {
        address: request.address,
        userAgent: request.userAgent,
        kind: 'api',
      });
      if (isRefusal(answer)) return answer;
      return {
        token: answer.token,
        defaultView: answer.defaultView,
        tokenExpires: isoWithOffset(answer.tokenExpires),
        ...passwordChange(answer),
      };
    },
  ),
  'user/logout': acting(
    ask(
      { does: 'Ends the session of this token.', reach: 'account', input: nothing, answer: answers.nothing },
      async ({ db, token, address, userAgent }) => {
        await signOut(db, token, { address, userAgent });
        return {};
      },
    ),
  ),
  'user/getuserinfo': reading(
    'profile',
    { does: "The asker's profile.", answer: profileAnswer },
    presentProfile,
  ),
  'user/preferences': act('savePreferences', {
    does: 'Keeps preferences: what is named changes, the rest stays.',
    reach: 'account',
    answer: preferencesAnswer,
  }),
  'user/change_password': acting(
    ask(
      {
        does: 'Changes the password, and ends the other sessions.',
        reach: 'account',
        input: changePasswordInput,
        answer: endedAnswer,
      },
      ({ auth, session, address, userAgent, key }, input) =>
        auth.changePassword(input, session, { address, userAgent }, key),
    ),
  ),
  'user/push_key': ask(
    {
      does: 'The public key that a browser subscribes to push messages with (VAPID).',
      reach: 'installation',
      input: nothing,
      answer: pushKeyAnswer,
    },
    async ({ keys }) => ({ public_key: keys.push.publicKey }),
  ),
  'user/subscribe_to_push': act('subscribeToPush', {
    does: 'Sends push messages about a technician’s visits to the browser of this session, until it ends.',
    reach: 'account',
    answer: answers.nothing,
  }),
  'user/unsubscribe_from_push': act('unsubscribeFromPush', {
    does: 'No more push messages to this browser.',
    reach: 'account',
    answer: answers.nothing,
  }),
  'user/remove_profile_picture': act('removePicture', {
    does: 'Removes the profile picture.',
    reach: 'account',
    answer: answers.nothing,
  }),
  'user/sessions': reading(
    'sessions',
    { does: "The asker's open sessions.", answer: sessionsAnswer },
    (sessions, _input, { session }) =>
      sessions.map(({ id, kind, createdAt, lastSeenAt, userAgent }) => ({
        session_id: id,
        kind,
        date_created: isoWithOffset(createdAt),
        last_seen: isoWithOffset(lastSeenAt),
        user_agent: userAgent,
        current: id === session.id,
      })),
  ),
  'user/changes': reading(
    'ownChanges',
    { does: "The asker's last changes of visits, at most 20 of a day.", answer: ownChangesAnswer },
    (changes) =>
      changes.map((change) => ({
        subsidiary: change.operation,
        version: change.version,
        event: change.name,
        date: isoWithOffset(change.at),
        visit_id: change.visitIds,
        client_name: change.clientName,
        tech_name: change.technicianName,
        timestripe_name: change.slotName,
        undone: change.undone,
        key: change.key,
        undo_until: change.until && isoWithOffset(change.until),
      })),
  ),
  'user/end_session': act('endSession', {
    does: "Ends one of the asker's sessions.",
    reach: 'account',
    answer: endedSessionAnswer,
  }),
  'user/set_telegram_chat_id': {
    ...act('linkChat', {
      does: 'Links a Telegram identifier, once the Bot API says that it exists.',
      costly: true,
      reach: 'account',
      answer: linkedAnswer,
    }),
    run: (request, raw) => linkChatIfReachable(request.command, raw, request.askChat),
  },
  'user/create_telegram_link': {
    command: 'createLinkCode',
    ...acting(
      ask(
        {
          does: 'A link that links a chat in one tap: 15 minutes, once.',
          reach: 'account',
          input: nothing,
          answer: chatLinkAnswer,
          permission: 'can_edit_telegram_chat_id',
        },
        ({ command, botId }) => makeLinkAddress(command, botId),
      ),
    ),
  },
  'user/delete_telegram_chat_id': act('unlinkChat', {
    does: 'Unlinks a chat from the bot.',
    rule: "One's own with `can_edit_telegram_chat_id`; a technician's of the asker's operations with `can_read_reports`.",
    reach: 'operations',
    answer: linkedAnswer,
  }),
  'user/subscribe_to_techs': act('subscribeToTechnicians', {
    does: 'Subscribes to notifications of what technicians do.',
    reach: 'account',
    answer: subscribedAnswer,
  }),
  'user/unsubscribe_from_techs': act('unsubscribeFromTechnicians', {
    does: 'Unsubscribes from the notifications of technicians.',
    reach: 'account',
    answer: subscribedAnswer,
  }),
  'user/permissions': reading(
    'profile',
    { does: "The asker's permissions and operations.", answer: reachAnswer },
    (user, input, request) => {
      const { permissions, subsidiaries } = presentProfile(user, input, request);
      return { permissions, subsidiaries };
    },
  ),
};
