import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { useId } from 'react';

type Props = ButtonProps & {
  /** Why it is off; null: it is on. */
  why: string | null;
  onClick?: () => void;
  type?: 'submit' | 'button';
};

/** A button that says why it is off (ux.md U13). */
export function ReasonedButton({ why, onClick, type = 'button', ...look }: Props) {
  const id = useId();
  return (
    <>
      <Tooltip label={why} disabled={why === null}>
        <Button
          {...look}
          type={type}
          data-disabled={why !== null || undefined}
          aria-disabled={why !== null || undefined}
          aria-describedby={why === null ? undefined : id}
          onClick={() => why === null && onClick?.()}
        />
      </Tooltip>
      {why !== null && (
        <span id={id} className="visually-hidden">
          {why}
        </span>
      )}
    </>
  );
}
