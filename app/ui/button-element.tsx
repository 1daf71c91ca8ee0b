import { type ComponentPropsWithoutRef, forwardRef } from 'react';

type Props = ComponentPropsWithoutRef<'button'> & { 'data-loading'?: boolean; 'data-disabled'?: boolean };

/**
 * The element of every button. Mantine turns off a button that waits, and what is off lets the focus go: whoever
 * saved from the keyboard would be back at the top of the page. Here it keeps the focus, and a press does nothing,
 * nor does Enter in a field of its form: the browser presses the button for it (ux.md U7, U37).
 */
export const ButtonElement = forwardRef<HTMLButtonElement, Props>(function ButtonElement(
  { type = 'button', disabled, onClick, ...rest },
  ref,
) {
  const waiting = Boolean(rest['data-loading']) && !rest['data-disabled'];
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      disabled={disabled && !waiting}
      aria-disabled={waiting || rest['aria-disabled']}
      onClick={waiting ? (event) => event.preventDefault() : onClick}
    />
  );
});
