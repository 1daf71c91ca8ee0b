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
import type { Authentication } from './session.ts';

const commands: Record<CustomerStep, AnyCommand> = {
  confirm: linkCommands.confirmVisit,
  change: linkCommands.moveCustomerVisit,
  cancel: linkCommands.cancelCustomerVisit,
  answer: linkCommands.answerQuestion,
  atHome: linkCommands.sayAtHome,
};

export const isCustomerStep = (name: string): name is CustomerStep => isOwnName(commands, name);

/**
 * One step of a customer by the link of a visit, without a session: wrong links count against the address,
 * idempotency keys are scoped to the link.
 * @returns the visit as the link shows it afterwards, or a refusal
 */
export async function takeCustomerStep(
  tools: { db: Db; auth: Authentication; keys: Keys },
  from: From & { token: string; key: string | null },
  step: CustomerStep,
  input: Record<string, unknown>,
): Promise<ExternalVisit | Refusal> {
  const { db, auth, keys } = tools;
  const visit = await auth.openLink(from.token, from.address);
  if (isRefusal(visit)) return visit;
  const linkId = hashToken(from.token).toString('hex').slice(0, 32);
  const key = from.key && `link.${linkId}.${from.key}`;
  const { token: _, key: __, ...whereFrom } = from;
  // The visit that the link was made for, so that a repeat after a change is the same request.
  const answer = await commands[step](
    { db, actor: customerActor(visit.operation), keys, key, from: whereFrom },
    { ...input, visit_id: visit.chain[0] },
  );
  if (isRefusal(answer)) return withoutVisit(answer);
  return (await findExternalVisit(db, from.token)) ?? refuse('link-unknown');
}

/** A refusal's visit is for staff only. */
function withoutVisit({ visitId: _, ...refusal }: Refusal): Refusal {
  return refusal;
}
