// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PlainTabs } from '../../app/ui/plain/plain-tabs.tsx';
import { showDone, showRefused, showUndoable, toastMs } from '../../app/ui/toasts/toast.ts';
import { Toasts } from '../../app/ui/toasts/toasts.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  act(() => vi.runAllTimers());
  cleanup();
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const texts = () => screen.queryAllByText(/./, { selector: 'span' }).map((text) => text.textContent);

it('of what was done, what can be taken back and what was refused the newest is shown, each for its whole time', () => {
  render(<Toasts />);
  act(() => ['uno', 'dos', 'tres'].forEach(showDone));
  expect(texts()).toEqual(['tres']);
  wait(toastMs - 1);
  act(() => {
    showUndoable('movida', () => {});
    showRefused('no se puede');
    showDone('cuatro');
  });
  expect(texts()).toEqual(['movida', 'no se puede', 'cuatro']);
  wait(toastMs - 1);
  expect(texts()).toEqual(['movida', 'no se puede', 'cuatro']);
  wait(1);
  expect(texts()).toEqual([]);
});

it('a toast that appears under a resting pointer leaves in its time', () => {
  render(<Toasts />);
  act(() => showDone('Listo'));
  fireEvent.pointerEnter(screen.getByRole('status').parentElement!);
  wait(toastMs);
  expect(texts()).toEqual([]);
});

it('a toast stays while the pointer has moved onto it and while it has the focus', () => {
  render(<Toasts />);
  act(() => showRefused('No se puede'));
  const toast = screen.getByRole('alert');
  fireEvent.pointerMove(toast.parentElement!);
  wait(toastMs * 3);
  fireEvent.pointerLeave(toast.parentElement!);
  fireEvent.focus(screen.getByRole('button'));
  wait(toastMs * 3);
  expect(texts()).toEqual(['No se puede']);
  fireEvent.blur(screen.getByRole('button'));
  wait(toastMs);
  expect(texts()).toEqual([]);
});

it('Ctrl+Z takes back the newest offer, once, and not while typing', () => {
  render(
    <>
      <input />
      <Toasts />
    </>,
  );
  const [first, second] = [vi.fn(), vi.fn()];
  act(() => {
    showUndoable('antes', first);
    showUndoable('después', second);
  });
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'z', ctrlKey: true });
  expect(second).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  expect([first.mock.calls.length, second.mock.calls.length, texts()]).toEqual([0, 1, ['antes']]);
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
});

it('arrows, Home and End move between tabs and show their panel; Tab stops at one of them', () => {
  const all = ['uno', 'dos', 'tres'];
  function Example() {
    const [value, select] = useState('uno');
    return (
      <PlainTabs tabs={all.map((tab) => ({ value: tab, label: tab }))} value={value} select={select}>
        {`panel ${value}`}
      </PlainTabs>
    );
  }
  render(<Example />);
  const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
  screen.getByRole('tab', { name: 'uno' }).focus();
  for (const [key, shown] of [
    ['ArrowLeft', 'tres'],
    ['ArrowRight', 'uno'],
    ['End', 'tres'],
    ['Home', 'uno'],
    ['ArrowRight', 'dos'],
  ] as const) {
    press(key);
    expect(screen.getByRole('tabpanel').textContent, key).toBe(`panel ${shown}`);
    expect(document.activeElement?.textContent, key).toBe(shown);
  }
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([-1, 0, -1]);
});
