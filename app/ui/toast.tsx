import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { undoWords } from '../words/shell.ts';

/** S2 §9: toasts hide after this; the pointer or the focus on one holds it (ux.md U6). */
export const toastMs = 5_000;

/** It was done. */
export const showDone = (text: string) => show(text, { color: 'teal.9', role: 'status' });

/** It was refused, or went wrong. */
export const showRefused = (text: string) => show(text, { color: 'red.9', role: 'alert' });

/**
 * It was done, and can be taken back while this is shown (ux.md U8): by its button, or by Ctrl+Z from
 * wherever the focus is, for a toast is far from there by the keyboard.
 */
export function showUndoable(text: string, undo: () => void) {
  const id = crypto.randomUUID();
  // Hiding takes a moment, in which a second press would undo the undoing.
  let pressed = false;
  const press = () => {
    if (pressed) return;
    pressed = true;
    notifications.hide(id);
    undo();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
    // In a field it undoes the typing; of several toasts the last one is meant.
    if (event.defaultPrevented || isTyping(event.target)) return;
    event.preventDefault();
    press();
  };
  listeners.unshift(onKey);
  if (listeners.length === 1) window.addEventListener('keydown', toNewest);
  const stop = () => {
    listeners.splice(listeners.indexOf(onKey), 1);
    if (listeners.length === 0) window.removeEventListener('keydown', toNewest);
  };
  show(
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <span>{text}</span>
      <Button size="compact-sm" variant="light" onClick={press}>
        {undoWords.press}
      </Button>
    </Group>,
    { color: 'teal.9', role: 'status', id, onClose: stop },
  );
}

/** Of the toasts that can be taken back, the newest first. */
const listeners: ((event: KeyboardEvent) => void)[] = [];
const toNewest = (event: KeyboardEvent) => listeners[0]?.(event);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input:not([type="checkbox"]), textarea, select') !== null;

type Look = { color: string; role: 'status' | 'alert'; id?: string; onClose?: () => void };

function show(message: ReactNode, look: Look) {
  const { color, role, id = crypto.randomUUID(), onClose = () => {} } = look;
  const hold = (autoClose: number | false) => notifications.update({ id, message, color, role, autoClose });
  notifications.show({
    id,
    message,
    color,
    role,
    onClose,
    closeButtonProps: { 'aria-label': undoWords.close },
    autoClose: toastMs,
    onFocus: () => hold(false),
    onBlur: () => hold(toastMs),
  });
}
