import type { ActionFunctionArgs } from '@remix-run/node';
import { ownEntry } from '../../../machines/wire/own-entry.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import type { CommandAnswer } from '../../command.ts';
import { commandContext, refuseSession } from '../../require-session.ts';
import { screenCommands } from './screen-commands.ts';

/**
 * Every command that a screen sends: JSON in, `CommandAnswer` out, with what its schema declares and nothing else. The
 * Idempotency-Key made in the browser makes a repeated press or a retry after a
 * lost answer act once.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  if (!context.session) return answer(refused(refuseSession(context)));
  const command = ownEntry(screenCommands, new URL(request.url).searchParams.get('command'));
  if (!command) return answer(refused(refuse('call-unknown')));
  const input: unknown = await request.json().catch(() => null);
  if (input === null) return answer(refused(refuse('check-the-data')));
  const asker = commandContext(context, request);
  if (isRefusal(asker)) return answer(refused(asker));
  const outcome = await command.run(asker, input);
  if (isRefusal(outcome)) return answer(refused(outcome));
  return answer({ ok: true, data: command.answer.parse(outcome) as Record<string, unknown> });
}

const refused = ({ code, status, text, fields, visitId }: Refusal): CommandAnswer => ({
  ok: false,
  status,
  code,
  text,
  fields: fields ?? {},
  ...(visitId === undefined ? {} : { visitId }),
});

const answer = (body: CommandAnswer) => Response.json(body, { status: body.ok ? 200 : body.status });
