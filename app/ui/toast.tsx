import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { words } from '../words.ts';

/** S2 §9: toasts hide after this; the pointer or the focus on one holds it (ux.md U6). */
export const toastMs = 5_000;

/** It was done. */
export const tellDone = (text: string) => show(text, { color: 'teal.9', role: 'status' });

/** It was refused, or went wrong. */
export const tellRefused = (text: string) => show(text, { color: 'red.9', role: 'alert' });

/** It was done, and can be taken back while this is shown (ux.md U8). */
export function tellUndoable(text: string, undo: () => void) {
  const id = crypto.randomUUID();
  const press = () => {
    notifications.hide(id);
    undo();
  };
  show(
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <span>{text}</span>
      <Button size="compact-sm" variant="light" onClick={press}>
        {words.undo.press}
      </Button>
    </Group>,
    { color: 'teal.9', role: 'status', id },
  );
}

function show(message: ReactNode, look: { color: string; role: 'status' | 'alert'; id?: string }) {
  const { color, role, id = crypto.randomUUID() } = look;
  const hold = (autoClose: number | false) => notifications.update({ id, message, color, role, autoClose });
  notifications.show({
    id,
    message,
    color,
    role,
    autoClose: toastMs,
    onFocus: () => hold(false),
    onBlur: () => hold(toastMs),
  });
}
