import type { FastifyReply, FastifyRequest } from 'fastify';
import { signOut } from '../../db/commands/profile/sign-in.ts';
import type { Db } from '../../db/connection/open.ts';
import type { Session } from '../../db/reads/people/session.ts';
import { listOfferedDays } from '../../db/reads/visits/external-visit.ts';
import type { From } from '../../db/record/audit.ts';
import type { RequestContext } from '../../db/request-context.ts';
import type { InstallationKeys } from '../../db/secrets/keys.ts';
import { asAnswer } from '../../machines/wire/refusal.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import type { MapSettings } from '../files/map-tiles.ts';
import type { makeAskChat } from '../telegram/ask-chat.ts';
import { makeLinkAddress } from '../telegram/link-address.ts';
import { linkChatIfReachable } from '../telegram/link-chat.ts';
import { isCustomerStep, takeCustomerStep } from './customer-steps.ts';
import type { SignInElsewhere } from './lead-elsewhere.ts';
import type { Authentication, SessionCookie } from './session.ts';
import { type ByteStore, boardDays } from './week-bytes.ts';

/** What the contexts of all requests are made with. */
export type ContextParts = {
  db: Db;
  keys: InstallationKeys;
  auth: Authentication;
  cookie: SessionCookie;
  bytes: ByteStore;
  askChat: ReturnType<typeof makeAskChat>;
  botId: number | null;
  signInElsewhere: SignInElsewhere;
  privateWebhooks: boolean;
  map: MapSettings;
  demo: boolean;
  /** Whether the queues page exists. */
  queues: boolean;
};

/** One request of a screen, and who sends it. */
type Asking = {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Also a session that still has to change its temporary password. */
  authenticated: Session | null;
  /** One that may use the screens. */
  session: Session | null;
  from: From;
};
type Calls = RequestContext['auth'];

/** What a screen's loader or action receives: who asks, the record, and the calls that need the request itself. */
export function contextOf(
  parts: ContextParts,
  request: FastifyRequest,
  reply: FastifyReply,
  authenticated: Session | null,
  nonce: string,
): RequestContext {
  const { db, keys, bytes, cookie, map } = parts;
  const session = authenticated?.mustChangePassword ? null : authenticated;
  const from = {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    requestId: request.id,
  };
  const asking: Asking = { request, reply, authenticated, session, from };
  return {
    db,
    session,
    mustChange: authenticated?.mustChangePassword ? authenticated : null,
    forget: authenticated ? null : cookie.forget(request.headers),
    from,
    botId: parts.botId,
    keys,
    pushKey: keys.push.publicKey,
    privateWebhooks: parts.privateWebhooks,
    queues: parts.queues,
    nonce,
    async weekText(operation, day) {
      return (await boardDays(bytes, operation, { day, alone: false }))?.plain.toString();
    },
    map: { styleUrl: map.styleUrl, pmtiles: map.pmtiles !== null },
    demo: parts.demo,
    log: {
      error: (details, text) => request.log.error(details, text),
      info: (details, text) => request.log.info(details, text),
    },
    auth: { ...signInCalls(parts, asking), ...accountCalls(parts, asking), ...customerCalls(parts, asking) },
  };
}

/** What sets or removes the browser's cookie. */
function signInCalls(
  { db, auth, cookie, signInElsewhere }: ContextParts,
  { request, reply, from }: Asking,
): Pick<Calls, 'signIn' | 'signOut'> {
  return {
    async signIn(input) {
      const answer = await auth.signIn(input, { ...from, kind: 'browser' });
      const where = await signInElsewhere(request, reply, answer);
      if (where !== 'here' && !isRefusal(answer)) await signOut(db, answer.token, from);
      if (where === 'led') return { ok: false, status: 307, text: '' };
      if (where === 'refused') return asAnswer(refuse('wrong-credentials'));
      if (isRefusal(answer)) return refusedForNow(answer);
      const former = cookie.read(request.headers);
      if (former) await signOut(db, former, from);
      const { userId, token, tokenExpires: expires } = answer;
      reply.header('set-cookie', cookie.signIn(request.headers, { userId, token, expires }));
      return { ok: true, defaultView: answer.defaultView, mustChangePassword: answer.mustChangePassword };
    },
    async signOut() {
      const token = cookie.read(request.headers);
      if (token) await signOut(db, token, from);
      const removed = cookie.signOut(request.headers);
      if (removed.length > 0) reply.header('set-cookie', removed);
    },
  };
}

/** What signed-in users do with their own account. */
function accountCalls(
  { db, keys, auth, askChat, botId }: ContextParts,
  { authenticated, session, from }: Asking,
): Pick<Calls, 'admitWork' | 'changePassword' | 'linkChat' | 'makeLinkAddress'> {
  return {
    async admitWork() {
      return session ? auth.admitWork(session.actor.userId) : refuse('no-session');
    },
    async changePassword(input) {
      if (!authenticated) return asAnswer(refuse('no-session'));
      const answer = await auth.changePassword(input, authenticated, from);
      return isRefusal(answer) ? asAnswer(answer) : { ok: true, ...answer };
    },
    async linkChat(input) {
      if (!session) return asAnswer(refuse('no-session'));
      const answer = await linkChatIfReachable({ db, actor: session.actor, keys, from }, input, askChat);
      return isRefusal(answer) ? asAnswer(answer) : { ok: true };
    },
    async makeLinkAddress() {
      if (!session) return asAnswer(refuse('no-session'));
      const answer = await makeLinkAddress({ db, actor: session.actor, keys }, botId);
      return isRefusal(answer) ? asAnswer(answer) : { ok: true, ...answer };
    },
  };
}

/** What a customer does by a link. */
function customerCalls(
  { db, keys, auth }: ContextParts,
  { request, from }: Asking,
): Pick<Calls, 'openLink' | 'reply' | 'offeredDays'> {
  return {
    async openLink(token) {
      const answer = await auth.openLink(token, request.ip);
      return isRefusal(answer) ? refusedForNow(answer) : { ok: true, view: answer.view };
    },
    async reply(token, step, input, key) {
      if (!isCustomerStep(step)) return asAnswer(refuse('call-unknown'));
      const answer = await takeCustomerStep({ db, auth, keys }, { ...from, token, key }, step, input);
      return isRefusal(answer) ? asAnswer(answer) : { ok: true, view: answer.view };
    },
    async offeredDays(token) {
      const answer = await auth.openLink(token, request.ip);
      return isRefusal(answer) ? asAnswer(answer) : { ok: true, days: await listOfferedDays(db, answer) };
    },
  };
}

/** Of what may be tried again later. */
const refusedForNow = ({ status, text, retryAfterSeconds }: Refusal) => ({
  ok: false as const,
  status,
  text,
  ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
});
