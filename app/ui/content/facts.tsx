import styles from './facts.module.css';

export type Fact = readonly [name: string, value: React.ReactNode];

/**
 * Names and values side by side.
 * @param none what stands where there is no value; without it, the name is left out too
 */
export function Facts({ rows, none }: { rows: readonly Fact[]; none?: string }) {
  return (
    <dl className={styles.facts}>
      {rows
        .filter(([, value]) => value || none)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || <span className={styles.none}>{none}</span>}</dd>
          </div>
        ))}
    </dl>
  );
}
