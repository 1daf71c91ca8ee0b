import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import { useId } from 'react';

type Props = ActionIconProps & {
  label: string;
  /** Why it is off; null: it is on. */
  why: string | null;
  onClick: () => void;
};

/** A button that is a sign alone: it says what it does, and why it is off (ux.md U13). */
export function ReasonedIcon({ label, why, onClick, ...look }: Props) {
  const id = useId();
  return (
    <>
      <Tooltip label={why ?? label}>
        <ActionIcon
          {...look}
          aria-label={label}
          data-disabled={why !== null || undefined}
          aria-disabled={why !== null || undefined}
          aria-describedby={why === null ? undefined : id}
          onClick={() => why === null && onClick()}
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
