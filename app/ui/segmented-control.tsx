import { useId } from 'react';
import styles from './segmented-control.module.css';

type Props<Value extends string> = {
  value: Value;
  onChange: (value: Value) => void;
  data: readonly { value: Value; label: string }[];
  'aria-label'?: string;
  size?: 'xs' | 'sm';
  fullWidth?: boolean;
};

/**
 * One of a few, side by side: radio buttons of the browser. Mantine's measures its labels and takes their elements
 * into its state each time it is drawn, which draws a board that holds it once more at every change.
 */
export function SegmentedControl<Value extends string>({
  value,
  onChange,
  data,
  size = 'sm',
  fullWidth = false,
  'aria-label': label,
}: Props<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={styles.group}
      data-size={size}
      data-full-width={fullWidth || undefined}
    >
      {data.map((one) => (
        <label key={one.value} className={styles.option}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={one.value}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          />
          {one.label}
        </label>
      ))}
    </div>
  );
}
