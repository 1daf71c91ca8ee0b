import { type ComponentPropsWithoutRef, forwardRef } from 'react';

type Props = ComponentPropsWithoutRef<'button'> & { 'data-loading'?: boolean; 'data-disabled'?: boolean };

/**
 * The element of every button. Mantine disables a loading button, which then loses the focus: after saving by keyboard
 * the focus would be at the top of the page. Here it keeps the focus, and neither a press nor Enter in its form does
 * anything (ux.md U7, U37).
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
