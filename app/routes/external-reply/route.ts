import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { admitKey } from '../../../db/commands/idempotency-key.ts';
import type { RequestContext } from '../../../db/request-context.ts';
import { asAnswer, type RefusedAnswer } from '../../../machines/wire/refusal.ts';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { readReplyForm } from './read-form.server.ts';

const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/** The days and slots that the customer behind the link may choose. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const answer = await context.auth.offeredDays(params.token ?? '');
  return Response.json(answer, { status: answer.ok ? 200 : answer.status, headers });
}

/**
 * A step of the customer behind the link. Of a program `{ step, … }` in, the visit as it is afterwards out; of a form of
 * the customer's page its fields in, and the page again, which says what was refused.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const token = params.token ?? '';
  if (
    /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/.test(
      request.headers.get('content-type') ?? '',
    )
  )
    return answerForm(await request.formData().catch(() => new FormData()), token, context);
  const body: unknown = await request.json().catch(() => null);
  if (typeof body !== 'object' || body === null) {
    const refusal = refuse('check-the-data');
    return Response.json(asAnswer(refusal), { status: refusal.status, headers });
  }
  const { step, ...input } = body as Record<string, unknown>;
  const answer = await reply(context, token, {
    step: String(step),
    input,
    key: request.headers.get('idempotency-key'),
  });
  return Response.json(answer, { status: answer.ok ? 200 : answer.status, headers });
}

async function answerForm(form: FormData, token: string, context: RequestContext): Promise<Response> {
  const sent = readReplyForm(form);
  const answer = await reply(context, token, sent);
  const query = answer.ok ? '' : `?${new URLSearchParams(afterRefusal(answer, sent.step))}`;
  return redirect(`/visit/external/view/${encodeURIComponent(token)}${query}`, { status: 303, headers });
}

/** A form whose entries were refused stays open; a visit that has changed is looked at first. */
const afterRefusal = ({ code }: RefusedAnswer, step: string): Record<string, string> =>
  step === 'change' && ['choose-a-day', 'slot-full'].includes(code)
    ? { paso: step, aviso: code }
    : { aviso: code };

async function reply(
  context: RequestContext,
  token: string,
  sent: { step: string; key: string | null; input: Record<string, unknown> },
) {
  const key = admitKey(sent.key);
  if (isRefusal(key)) return asAnswer(key);
  return context.auth.reply(token, sent.step, sent.input, key);
}
