import type { CustomerView } from '../machines/customer/customer-view.ts';
import type { RefusedAnswer } from '../machines/wire/refusal.ts';
import type { Refusal } from '../machines/words/refusals.ts';
import type { Db } from './connection/open.ts';
import type { Session } from './reads/people/session.ts';
import type { OfferedDay } from './reads/visits/external-visit.ts';
import type { From } from './record/audit.ts';
import type { Keys } from './secrets/keys.ts';

/** What the web server passes to every screen. */
export type RequestContext = {
  db: Db;
  /** Null: not signed in, or only up to the change of a temporary password. */
  session: Session | null;
  /** The session that has to change its temporary password first, or null. */
  mustChange: Session | null;
  /** The header that clears an ended session's cookie (S1 §8 'Session check'), or null. */
  forget: string | null;
  /** The request's origin, for the audit log. */
  from: From;
  /** The bot's id; null: this installation has none. */
  botId: number | null;
  keys: Keys;
  /** What browsers subscribe to push messages with. */
  pushKey: string;
  privateWebhooks: boolean;
  /** Whether `/queues/` exists for administrators. */
  queues: boolean;
  nonce: string;
  /** The board's week with this day as `/board/week` sends it, in JSON; undefined: there is no such operation. */
  weekText(operation: string, day: string): Promise<string | undefined>;
  /** What the map is drawn on: a style of another server, the installation's own tiles, or neither. */
  map: { styleUrl: string | null; pmtiles: boolean };
  /** Whether the login shows the demo's accounts. */
  demo: boolean;
  /** The calls of the web server that need the request, its address and its cookies. */
  auth: {
    signIn(
      input: unknown,
    ): Promise<
      | { ok: true; defaultView: string; mustChangePassword: boolean }
      | { ok: false; status: number; text: string; retryAfterSeconds?: number }
    >;
    signOut(): Promise<void>;
    /** Links the signed-in user's chat, after asking the Bot API about it. */
    linkChat(input: unknown): Promise<{ ok: true } | RefusedAnswer>;
    /** A deep link that links a chat to the signed-in user in one tap. */
    makeLinkAddress(): Promise<{ ok: true; url: string } | RefusedAnswer>;
    /** Counts costly work of the signed-in user; null: allowed. */
    admitWork(): Promise<Refusal | null>;
    changePassword(input: unknown): Promise<{ ok: true; ended: number } | RefusedAnswer>;
    /** What a customer's link shows. */
    openLink(
      token: string,
    ): Promise<
      | { ok: true; view: CustomerView }
      | { ok: false; status: number; text: string; retryAfterSeconds?: number }
    >;
    /** A customer's step by the link (machines/customer/conversation.ts), and the visit afterwards. */
    reply(
      token: string,
      step: string,
      input: Record<string, unknown>,
      key: string | null,
    ): Promise<{ ok: true; view: CustomerView } | RefusedAnswer>;
    /** The days and slots that the link's customer may choose. */
    offeredDays(token: string): Promise<{ ok: true; days: OfferedDay[] } | RefusedAnswer>;
  };
  log: { error(details: object, text: string): void; info(details: object, text: string): void };
};
