import { customerActor } from '../../db/commands/conversation/lock-customer-visit.ts';
import { type AnyCommand, linkCommands } from '../../db/commands/registry.ts';
import type { Db } from '../../db/connection/open.ts';
import { type ExternalVisit, findExternalVisit } from '../../db/reads/visits/external-visit.ts';
import type { From } from '../../db/record/audit.ts';
import type { Keys } from '../../db/secrets/keys.ts';
import { hashToken } from '../../db/secrets/links.ts';
import type { CustomerStep } from '../../machines/customer/conversation.ts';
import { isOwnName } from '../../machines/wire/own-entry.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import type { Door } from './session.ts';

const commands: Record<CustomerStep, AnyCommand> = {
  confirm: linkCommands.confirmVisit,
  change: linkCommands.moveCustomerVisit,
  cancel: linkCommands.cancelCustomerVisit,
  answer: linkCommands.answerQuestion,
};

export const isCustomerStep = (name: string): name is CustomerStep => isOwnName(commands, name);

/**
 * One step of whoever has a visit's link, without a session: wrong links count
 * against their address, a key is theirs by their link.
 * @returns the visit as the link shows it afterwards, or why not
 */
export async function takeCustomerStep(
  tools: { db: Db; door: Door; keys: Keys },
  from: From & { token: string; key: string | null },
  step: CustomerStep,
  input: Record<string, unknown>,
): Promise<ExternalVisit | Refusal> {
  const { db, door, keys } = tools;
  const visit = await door.openLink(from.token, from.address);
  if (isRefusal(visit)) return visit;
  const own = hashToken(from.token).toString('hex').slice(0, 32);
  const key = from.key && `link.${own}.${from.key}`;
  const { token: _, key: __, ...whereFrom } = from;
  // The visit that the link was made for: a repeat after a change is then the same request.
  const answer = await commands[step](
    { db, actor: customerActor(visit.operation), keys, key, from: whereFrom },
    { ...input, visit_id: visit.chain[0] },
  );
  if (isRefusal(answer)) return withoutVisit(answer);
  return (await findExternalVisit(db, from.token)) ?? refuse('link-unknown');
}

/** What a refusal is about is for those who work here. */
function withoutVisit({ visitId: _, ...refusal }: Refusal): Refusal {
  return refusal;
}
