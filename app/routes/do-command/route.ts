import type { ActionFunctionArgs } from '@remix-run/node';
import { screenCommand } from '../../../db/commands/registry.ts';
import { asAnswer } from '../../../machines/wire/refusal.ts';
import { userHeader } from '../../../machines/wire/screen-headers.ts';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import type { CommandAnswer } from '../../data/send-command.ts';
import { commandContext, refuseSession } from '../../require-session.server.ts';

/**
 * `POST /do/<command>`: every command that a screen asks for. JSON in, `CommandAnswer` out, with what the registry
 * declares for screens. With the Idempotency-Key made in the browser, a repeated press or a retry acts once.
 */
export async function action({ request, context, params }: ActionFunctionArgs) {
  if (!context.session) return answer(asAnswer(refuseSession(context)));
  const user = request.headers.get(userHeader);
  if (user !== null && user !== String(context.session.actor.userId))
    return answer(asAnswer(refuse('no-session')));
  const command = screenCommand(params.command!);
  if (!command) return answer(asAnswer(refuse('call-unknown')));
  const input: unknown = await request.json().catch(() => null);
  if (input === null) return answer(asAnswer(refuse('check-the-data')));
  const tooMuch = command.costly(input) ? await context.auth.admitWork() : null;
  if (tooMuch) return answer(asAnswer(tooMuch));
  const asker = commandContext(context, request);
  if (isRefusal(asker)) return answer(asAnswer(asker));
  const outcome = await command.run(asker, input);
  if (isRefusal(outcome)) return answer(asAnswer(outcome));
  return answer({ ok: true, data: command.answer.parse(outcome) as Record<string, unknown> });
}

const answer = (body: CommandAnswer) => Response.json(body, { status: body.ok ? 200 : body.status });
