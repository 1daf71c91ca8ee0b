import { writeAudit } from '../audit.ts';
import type { Db } from '../open.ts';

export type Retention = { code: string; name: string; months: number | null };

/** For how long each operation keeps its customers' personal data. */
export const listRetention = async ({ sql }: Pick<Db, 'sql'>): Promise<Retention[]> => [
  ...(await sql<
    Retention[]
  >`select code, name, personal_data_months as months from operations order by code`),
];

/**
 * Set for how many months after an order's closing an operation keeps its customer's personal data
 * (`forgetPersonalData`), and write it into the audit log.
 *
 * @param months 6 to 240; null: for ever
 * @returns what it was before; undefined: there is no such operation
 */
export async function setRetention(
  { transactions }: Pick<Db, 'transactions'>,
  operation: string,
  months: number | null,
): Promise<Retention | undefined> {
  return transactions.begin(async (tx) => {
    const [before] = await tx<Retention[]>`
      select code, name, personal_data_months as months from operations where code = ${operation} for update`;
    if (!before || before.months === months) return before;
    await tx`update operations set personal_data_months = ${months} where code = ${operation}`;
    await writeAudit(tx, {
      name: 'retention.changed',
      actor: null,
      subject: { id: null, name: `${before.code} ${before.name}` },
      data: { months: [before.months, months] },
    });
    return before;
  }) as Promise<Retention | undefined>;
}
