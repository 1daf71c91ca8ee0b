import type { CustomerView } from '../machines/customer/customer-view.ts';
import type { Db } from './connection/open.ts';
import type { Session } from './reads/people/session.ts';
import type { OfferedDay } from './reads/visits/external-visit.ts';
import type { From } from './record/audit.ts';
import type { Keys } from './secrets/keys.ts';

type RefusedAnswer = { ok: false; status: number; text: string; fields: Record<string, string> };

/** What the web server passes to every screen: the record, who asks, and the secrets' products. */
export type RequestContext = {
  db: Db;
  /** Null: nobody is signed in, or not further than to the change of a temporary password. */
  session: Session | null;
  /** Who has to change a temporary password before anything else; null: nobody has to. */
  mustChange: Session | null;
  /** What clears the cookie of a session that is over (S1 §8 'Session check'); null: there is none to clear. */
  forget: string | null;
  /** Where the request came from, for the audit log. */
  from: From;
  /** The bot's number; null: this installation has none. */
  botId: number | null;
  keys: Keys;
  /** Whether webhooks may go to private addresses. */
  privateWebhooks: boolean;
  /** Whether a worker shows its queues to administrators, at `/queues/`. */
  queues: boolean;
  /** The Content-Security-Policy nonce of this answer. */
  nonce: string;
  /** Shown at the login: this record holds the demo. */
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
    /** The signed-in user's chat with the bot, after the Bot API was asked about it. */
    linkChat(
      input: unknown,
    ): Promise<{ ok: true } | { ok: false; status: number; text: string; fields: Record<string, string> }>;
    /** A deep link that links a chat to the signed-in user in one tap. */
    makeLinkAddress(): Promise<
      { ok: true; url: string } | { ok: false; status: number; text: string; fields: Record<string, string> }
    >;
    /** Costly work on behalf of the signed-in user, so much a minute; null: it may begin. */
    admitWork(): Promise<{ status: number; text: string; retryAfterSeconds?: number } | null>;
    /** The signed-in user's own password. */
    changePassword(
      input: unknown,
    ): Promise<
      | { ok: true; ended: number }
      | { ok: false; status: number; text: string; fields: Record<string, string> }
    >;
    /** What a customer's link shows. */
    openLink(
      token: string,
    ): Promise<
      | { ok: true; view: CustomerView }
      | { ok: false; status: number; text: string; retryAfterSeconds?: number }
    >;
    /** A customer's step from the link (machines/customer/conversation.ts), and the visit afterwards. */
    reply(
      token: string,
      step: string,
      input: Record<string, unknown>,
      key: string | null,
    ): Promise<{ ok: true; view: CustomerView } | RefusedAnswer>;
    /** The days and slots that the customer behind a link may choose. */
    offeredDays(token: string): Promise<{ ok: true; days: OfferedDay[] } | RefusedAnswer>;
  };
  log: { error(details: object, text: string): void; info(details: object, text: string): void };
};
