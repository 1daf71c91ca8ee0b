import { Link } from '@remix-run/react';
import { type ComponentProps, forwardRef, type ReactNode } from 'react';
import styles from './plain.module.css';

// What a technician's first load and the frame of every screen are drawn with: plain elements in Mantine's colours and
// sizes, without its scripts (ux.md U54). Screens that have Mantine use Mantine.

type ButtonProps = ComponentProps<'button'> & {
  look?: 'filled' | 'default' | 'white' | 'light';
  /** `finger`: at least 44 px, for a thumb. */
  size?: 'normal' | 'finger' | 'small';
};

/** A button: the main one, or with `look="default"` one of several. `data-off`: a press says why; `data-busy`: it waits. */
export const PlainButton = forwardRef<HTMLButtonElement, ButtonProps>(function PlainButton(
  { look = 'filled', size = 'normal', className = '', type = 'button', ...rest },
  ref,
) {
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      className={`${styles.button} ${className}`}
      data-look={look}
      data-size={size}
    />
  );
});

/** A link that looks like a button. */
export const PlainButtonLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={styles.button} data-look="default">
    {children}
  </Link>
);

/** A coloured box with something to know or to decide. */
export function PlainNotice(
  props: { tone?: 'petrol' | 'red' | 'yellow' | 'blue' } & ComponentProps<'div'>,
): ReactNode {
  const { tone = 'petrol', className = '', ...rest } = props;
  return <div {...rest} className={`${styles.notice} ${className}`} data-tone={tone} />;
}
