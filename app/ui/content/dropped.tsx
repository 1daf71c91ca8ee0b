import { type FloatingPosition, Menu, Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DropProps } from '../plain/drop-button.tsx';
import styles from '../plain/plain.module.css';

type Props = DropProps & { position?: FloatingPosition; children: ReactNode };

/** It has the button's place: the button itself stands without Mantine. */
const anchor = <span className={styles.anchor} />;

/** The button says what it opens; a Menu hands this on to its Popover, which its types do not say. */
const withoutRoles = { withRoles: false };

/** A small dialog beneath a `DropButton`. */
export function DroppedDialog({ opened, close, label, position = 'bottom-end', children }: Props) {
  return (
    <Popover
      opened={opened}
      onChange={(open) => open || close()}
      position={position}
      withArrow
      trapFocus
      returnFocus
      {...withoutRoles}
    >
      <Popover.Target>{anchor}</Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label} tabIndex={-1}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

/** A menu beneath a `DropButton`: its children are Mantine's parts of one. */
export function DroppedMenu(props: Props & { width?: number; className?: string | undefined }) {
  const { opened, close, label, position = 'bottom-end', width, className, children } = props;
  return (
    <Menu
      opened={opened}
      onChange={(open) => open || close()}
      position={position}
      width={width ?? 'max-content'}
      {...withoutRoles}
    >
      <Menu.Target>{anchor}</Menu.Target>
      <Menu.Dropdown aria-label={label} {...(className ? { className } : {})}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
