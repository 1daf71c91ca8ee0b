import type { LoaderFunctionArgs } from '@remix-run/node';
import { findVersion } from '../../../db/feed/operation-version.ts';
import { findOrderPlaces, type OrderPlaces } from '../../../db/reads/visits/order-places.ts';
import { mayDo, permissions } from '../../../machines/access/permissions.ts';
import { daysToOffer } from '../../../machines/visit/offer.ts';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { refuseSession } from '../../require-session.server.ts';

export type OrderPlacesAnswer =
  | ({ ok: true; version: number; whyNotText: string | null } & Omit<OrderPlaces, 'whyNot'>)
  | { ok: false; diagnostic: string };

/** What can be offered to the client of an order, looked up by number within the asker's operations. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!context.session) return refused(refuseSession(context));
  const { actor } = context.session;
  if (!mayDo(actor, 'can_query_order')) return refused(refuse(permissions.can_query_order));
  const number = new URL(request.url).searchParams.get('number') ?? '';
  if (!/^\d{11}$/.test(number)) return refused(refuse('check-the-data'));
  const version = (await findVersion(context.db, number.slice(0, 3))) ?? 0;
  const now = new Date();
  const places = await findOrderPlaces(context.db, actor, { number }, { now, days: daysToOffer });
  if (!places) return refused(refuse('order-unknown'));
  const { whyNot, ...rest } = places;
  const whyNotText = whyNot && refuse(whyNot).text;
  return Response.json({ ok: true, version, whyNotText, ...rest } satisfies OrderPlacesAnswer);
}

const refused = ({ text, status }: Pick<Refusal, 'text' | 'status'>) =>
  Response.json({ ok: false, diagnostic: text } satisfies OrderPlacesAnswer, { status });
