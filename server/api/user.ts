import { z } from 'zod';
import { changePasswordInput } from '../../db/commands/change-password-input.ts';
import { endSession } from '../../db/commands/end-session.ts';
import { linkChat, unlinkChat } from '../../db/commands/link-chat.ts';
import { savePreferences } from '../../db/commands/save-preferences.ts';
import { removePicture } from '../../db/commands/set-picture.ts';
import { signInInput, signOut } from '../../db/commands/sign-in.ts';
import {
  subscribeToTechnicians,
  unsubscribeFromTechnicians,
} from '../../db/commands/subscribe-to-technicians.ts';
import { readProfile } from '../../db/reads/profile.ts';
import { listSessions } from '../../db/reads/sessions.ts';
import { isRefusal, refuse } from '../../machines/refusals.ts';
import { isoWithOffset } from '../../machines/slots.ts';
import { makeChatLink } from '../chat-link.ts';
import { linkAskedChat } from '../link-chat.ts';
import { act, anyone, ask, type Call, type CallRequest, nothing } from './call.ts';

const whoami = z.looseObject({ username: z.string().nullish() });

async function profile(request: CallRequest, input: z.output<typeof whoami>) {
  const asked = input.username?.trim().toLowerCase();
  if (asked && asked !== request.actor.username) return refuse('other-user');
  const user = await readProfile(request.db, request.actor);
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
  mustChangePassword ? { passwordChangeRequired: true } : {};

/** One's own account and sessions (contract §3); those of others are in `users.ts`. */
export const userCalls: Record<string, Call> = {
  'user/login': anyone(signInInput, async (request, input) => {
    const answer = await request.door.signIn(input, {
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
  }),
  'user/logout': ask(nothing, async ({ db, token, address, userAgent }) => {
    await signOut(db, token, { address, userAgent });
    return {};
  }),
  'user/getuserinfo': ask(whoami, profile),
  'user/preferences': act(savePreferences),
  'user/change_password': ask(changePasswordInput, ({ door, session, address, userAgent }, input) =>
    door.changePassword(input, session, { address, userAgent }),
  ),
  'user/remove_profile_picture': ask(nothing, ({ command }) => removePicture(command)),
  'user/sessions': ask(nothing, async ({ db, actor, session }) => {
    const sessions = await listSessions(db, actor);
    return sessions.map(({ id, kind, createdAt, lastSeenAt, userAgent }) => ({
      session_id: id,
      kind,
      date_created: isoWithOffset(createdAt),
      last_seen: isoWithOffset(lastSeenAt),
      user_agent: userAgent,
      current: id === session.id,
    }));
  }),
  'user/end_session': act(endSession),
  'user/set_telegram_chat_id': {
    ...act(linkChat),
    run: (request, raw) => linkAskedChat(request.command, raw, request.askChat),
  },
  'user/create_telegram_link': ask(
    nothing,
    ({ command, botId }) => makeChatLink(command, botId),
    'can_edit_telegram_chat_id',
  ),
  'user/delete_telegram_chat_id': act(unlinkChat),
  'user/subscribe_to_techs': act(subscribeToTechnicians),
  'user/unsubscribe_from_techs': act(unsubscribeFromTechnicians),
  'user/permissions': ask(whoami, async (request, input) => {
    const user = await profile(request, input);
    return isRefusal(user) ? user : { permissions: user.permissions, subsidiaries: user.subsidiaries };
  }),
};
