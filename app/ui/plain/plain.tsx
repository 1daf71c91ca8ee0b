import { Link } from '@remix-run/react';
import { type ComponentProps, forwardRef, type ReactNode } from 'react';
import styles from './plain.module.css';

// What a technician's first load and the frame of every screen are drawn with: plain elements in Mantine's colours and
// sizes, without its scripts (ux.md U54). Screens that have Mantine use Mantine.

type Look = {
  look?: 'filled' | 'default' | 'white' | 'light';
  /** `finger`: at least 44 px, for a thumb. */
  size?: 'normal' | 'finger' | 'small';
};

type ButtonProps = Look & ComponentProps<'button'>;

/** A button. With `look="default"` it is one of several, else the main one. */
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
export function PlainButtonLink({
  look = 'default',
  size = 'normal',
  to,
  children,
}: Look & { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={styles.button} data-look={look} data-size={size}>
      {children}
    </Link>
  );
}

/** A coloured box with something to know or to decide. */
export function PlainNotice(
  props: { tone?: 'petrol' | 'red' | 'yellow' | 'blue' } & ComponentProps<'div'>,
): ReactNode {
  const { tone = 'petrol', className = '', ...rest } = props;
  return <div {...rest} className={`${styles.notice} ${className}`} data-tone={tone} />;
}
