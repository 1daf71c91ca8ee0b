import { useId } from 'react';
import styles from './plain-choice.module.css';

type Choice<Value> = { value: Value; text: string };

/**
 * One of a few, all of which are shown: radio buttons side by side. Mantine's SegmentedControl measures itself and draws
 * a screen again for it, after its first drawing and after each change.
 * @param label what is chosen, for those who do not see it
 */
export function PlainChoice<Value extends string>(props: {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  choose: (value: Value) => void;
  size?: 'small' | 'normal';
  /** As wide as what it stands in. */
  wide?: boolean;
}) {
  const { label, choices, value, choose, size = 'normal', wide } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={styles.choices}
      data-size={size}
      data-wide={wide || undefined}
    >
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => choose(choice.value)}
          />
          {choice.text}
        </label>
      ))}
    </div>
  );
}
