import styles from './facts.module.css';

export type Fact = readonly [name: string, value: React.ReactNode];

/** Names and values side by side; what has no value is left out. */
export function Facts({ rows }: { rows: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {rows
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
