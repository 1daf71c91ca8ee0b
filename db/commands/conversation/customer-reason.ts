import type { Reason } from '../../../machines/visit/steps.ts';
import type { Frame } from '../../record/transact.ts';

/**
 * The closure reason of a customer's own step: the one marked for it, else the first of the customer's
 * responsibility that fits (contract §4: reasons are data). Undefined: this provider has none.
 */
export async function findCustomerReason(
  { tx }: Frame,
  step: 'change' | 'cancel',
): Promise<Reason | undefined> {
  const [reason] = await tx<Reason[]>`
    select value, text, cancels, finalizes, finalizes_order, derives, reschedules from reasons
    where cancels and reschedules = ${step === 'change'} and responsible = 'cliente'
    order by customer_step is not distinct from ${step} desc, value limit 1`;
  return reason;
}
