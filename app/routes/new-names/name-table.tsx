import { Button } from '@mantine/core';
import type { SerializeFrom } from '@remix-run/node';
import { IconArrowMerge } from '@tabler/icons-react';
import type { NewName } from '../../../db/reads/catalogue/list-names.ts';
import { formatInstant } from '../../../machines/calendar/slots.ts';
import { countedOrders } from '../../../machines/order/catalogue-merge.ts';
import setupStyles from '../../setup/setup.module.css';
import { nameWords as words } from '../../words/setup/names-words.ts';
import styles from './new-names.module.css';

/** As it comes over the wire or stands in the browser. */
export type ShownName = Omit<NewName, 'addedAt'> & { addedAt: Date | string | null };

type Props = {
  names: readonly (NewName | SerializeFrom<NewName>)[];
  nameOf: (operation: string) => string;
  merge: (name: ShownName) => void;
};

/** One below the other on a phone, where the heads of the columns are not drawn. */
export function NameTable({ names, nameOf, merge }: Props) {
  return (
    <table className={`${setupStyles.table} ${styles.names}`}>
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.kind}</th>
          <th scope="col">{words.where}</th>
          <th scope="col">{words.since}</th>
          <th scope="col">{words.usedBy}</th>
          <th scope="col">
            <span className="visually-hidden">{words.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={`${name.kind}.${name.id}`} data-name={`${name.kind}.${name.id}`}>
            <td className={styles.name}>
              {name.name}
              {name.near && <span className={styles.near}>{words.near(name.near.name)}</span>}
            </td>
            <td>{words.kinds[name.kind]}</td>
            <td>{name.operation ? nameOf(name.operation) : words.everyOperation}</td>
            <td className={styles.since}>
              {name.addedAt ? formatInstant(new Date(name.addedAt)) : words.before}
            </td>
            <td>{usageOf(name)}</td>
            <td className={styles.act}>
              <Button
                size="xs"
                variant={name.near ? 'light' : 'default'}
                aria-label={words.mergeButton(name.name)}
                leftSection={<IconArrowMerge size={14} aria-hidden />}
                onClick={() => merge(name)}
              >
                {words.merge}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const usageOf = ({ orders, pending }: Pick<NewName, 'orders' | 'pending'>): string => {
  if (orders === 0) return words.unused;
  return orders > countedOrders ? words.usedMoreThan(countedOrders) : words.usage(orders, pending);
};
