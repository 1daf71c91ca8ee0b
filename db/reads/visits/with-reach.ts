import { type Contact, type ContactField, unusableFields } from '../../../machines/customer/contact.ts';
import { type TelephonePart, telephoneParts } from '../../../machines/telephone/read-field.ts';
import type { Db } from '../../connection/open.ts';
import type { Query } from '../../connection/sql.ts';
import { type OwnPlan, ownPlanOf, planOf } from '../settings/telephone-plan.ts';

/** By what a customer is reached, read: the browser has no rules of telephones. */
export type Reach = {
  /** `telephone`, cut into its numbers and what stands between them; empty: there is none. */
  telephones: TelephonePart[];
  /** The fields of the client that cannot be used. */
  unusable: ContactField[];
};

/** What `reachColumns` answer. */
export type ReachRead = { ownPlan: OwnPlan; contact: Omit<Contact, 'telephone'> | null };

/** Of a row of an order `w`; `withReach` reads them. */
export const reachColumns = (sql: Query) => sql`
  ${ownPlanOf(sql, 'w.operation')} as own_plan,
  (select json_build_object('waNumber', wa_number, 'email', email) from clients where id = w.client_id) as contact`;

/** The row with what its columns of `reachColumns` and its telephone say. */
export function withReach<Row extends { telephone: string }>(
  db: Pick<Db, 'telephones'>,
  row: Row & ReachRead,
): Omit<Row, keyof ReachRead> & Reach {
  const { ownPlan, contact, ...visit } = row;
  const plan = planOf(db, ownPlan);
  const { waNumber = null, email = null } = contact ?? {};
  return {
    ...visit,
    telephones: telephoneParts(row.telephone, plan),
    unusable: unusableFields({ telephone: row.telephone, waNumber, email }, plan),
  };
}

/** A row as the query answers it. */
export type Unread<Row extends Reach> = Omit<Row, keyof Reach> & ReachRead;
