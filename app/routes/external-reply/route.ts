import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { admitKey } from '../../../db/commands/idempotency-key.ts';
import { asAnswer } from '../../../machines/wire/refusal.ts';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';

const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/** The days and slots that the customer behind the link may choose. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const answer = await context.auth.offeredDays(params.token ?? '');
  return Response.json(answer, { status: answer.ok ? 200 : answer.status, headers });
}

/** A step of the customer behind the link: `{ step, … }` in, the visit as it is afterwards out. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const body: unknown = await request.json().catch(() => null);
  if (typeof body !== 'object' || body === null) {
    const refusal = refuse('check-the-data');
    return Response.json(asAnswer(refusal), { status: refusal.status, headers });
  }
  const { step, ...input } = body as Record<string, unknown>;
  const key = admitKey(request.headers.get('idempotency-key'));
  if (isRefusal(key)) return Response.json(asAnswer(key), { status: key.status, headers });
  const answer = await context.auth.reply(params.token ?? '', String(step), input, key);
  return Response.json(answer, { status: answer.ok ? 200 : answer.status, headers });
}
