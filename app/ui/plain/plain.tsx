import { Link } from '@remix-run/react';
import { type ComponentProps, forwardRef, type ReactNode, useId } from 'react';
import { showRefused } from '../toasts/toast.ts';
import styles from './plain.module.css';

// What a technician's first load and the frame of every screen are drawn with: plain elements in Mantine's colours and
// sizes, without its scripts (ux.md U54). Screens that have Mantine use Mantine.

type ButtonProps = ComponentProps<'button'> & {
  look?: 'filled' | 'default' | 'white' | 'light' | 'subtle';
  /** `finger`: at least 44 px, for a thumb. */
  size?: 'normal' | 'finger' | 'small' | 'compact';
};

const plainButton = (own: string | undefined, usualLook: ButtonProps['look']) =>
  forwardRef<HTMLButtonElement, ButtonProps>(function PlainButton(
    { look = usualLook, size = 'normal', className = '', type = 'button', ...rest },
    ref,
  ) {
    return (
      <button
        {...rest}
        ref={ref}
        type={type}
        className={`${own} ${className}`}
        data-look={look}
        data-size={size}
      />
    );
  });

/** A button: the main one, or with `look="default"` one of several. `data-off`: a press says why; `data-busy`: it waits. */
export const PlainButton = plainButton(styles.button, 'filled');

/** A button that is a sign alone: its `aria-label` says what it does. */
export const PlainIconButton = plainButton(styles.iconButton, 'subtle');

/** A button that says why it is off, also to a finger, which has no tooltip (ux.md U13). */
export function PlainReasonedButton(props: ButtonProps & { why: string | null }) {
  const { why, onClick, ...look } = props;
  const id = useId();
  const off = why !== null;
  return (
    <>
      <PlainButton
        {...look}
        {...(off ? { 'data-off': true, 'aria-disabled': true, 'aria-describedby': id, title: why } : {})}
        onClick={off ? () => showRefused(why) : onClick}
      />
      {off && (
        <span id={id} className="visually-hidden">
          {why}
        </span>
      )}
    </>
  );
}

/** A link that looks like a button. */
export const PlainButtonLink = (props: { to: string; look?: ButtonProps['look']; children: ReactNode }) => (
  <Link to={props.to} className={styles.button} data-look={props.look ?? 'default'}>
    {props.children}
  </Link>
);

/** A coloured box with something to know or to decide. */
export function PlainNotice(
  props: { tone?: 'petrol' | 'red' | 'yellow' | 'blue'; heading?: string } & ComponentProps<'div'>,
): ReactNode {
  const { tone = 'petrol', heading, className = '', children, ...rest } = props;
  return (
    <div {...rest} className={`${styles.notice} ${className}`} data-tone={tone}>
      {heading && <strong>{heading}</strong>}
      {children}
    </div>
  );
}
