// @vitest-environment happy-dom

import { cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Live, LiveProvider, type Reader } from '../../app/data/live.ts';
import { type Shown, useChanges } from '../../app/data/use-changes.ts';
import type { Changes } from '../../db/feed/changes.ts';

// What every screen follows by: the operations that are shown, at the version of what is shown.

afterEach(cleanup);

/** A connection that keeps its readers, and which operations were loaded. */
function setUp() {
  const readers = new Map<string, Reader>();
  const loaded = vi.fn();
  const live = {
    watch: (operation: string, reader: Reader) => {
      readers.set(operation, reader);
      return () => void readers.delete(operation);
    },
    loaded,
  } as unknown as Live;
  const apply = vi.fn();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LiveProvider value={live}>{children}</LiveProvider>
  );
  const first: Shown[] = [{ operation: '101', version: null }];
  const hook = renderHook(
    ({ shown, name }: { shown: Shown[]; name: string }) =>
      useChanges(shown, { apply: (changes) => apply(name, changes.to), reload: () => apply(name, 'reload') }),
    { wrapper, initialProps: { shown: first, name: 'first' } },
  );
  const show = (shown: Shown[], name = 'first') => hook.rerender({ shown, name });
  const receive = (operation: string, to: number) =>
    readers.get(operation)?.apply({ operation, to } as unknown as Changes);
  return { readers, loaded, apply, show, receive, hook };
}

it('asks for what came after once something is shown, and what is shown is as new as the last change', () => {
  const { readers, loaded, show, receive } = setUp();
  expect(readers.get('101')!.version()).toBeNull();
  expect(loaded).not.toHaveBeenCalled();
  show([{ operation: '101', version: 5 }]);
  expect(loaded.mock.calls).toEqual([['101']]);
  receive('101', 7);
  expect(readers.get('101')!.version()).toBe(7);
  // An answer that was under way is older than what was applied since.
  show([{ operation: '101', version: 6 }]);
  expect(readers.get('101')!.version()).toBe(7);
});

it('calls what the last drawing gave, without following anew', () => {
  const { readers, apply, show, receive } = setUp();
  const reader = readers.get('101');
  show([{ operation: '101', version: 5 }], 'second');
  receive('101', 6);
  reader!.reload();
  expect(apply.mock.calls).toEqual([
    ['second', 6],
    ['second', 'reload'],
  ]);
  expect(readers.get('101')).toBe(reader);
});

it('follows several operations, and leaves those that are shown no more', () => {
  const { readers, loaded, show, hook } = setUp();
  show([
    { operation: '101', version: 5 },
    { operation: '102', version: 9 },
  ]);
  expect([...readers.keys()]).toEqual(['101', '102']);
  expect(readers.get('102')!.version()).toBe(9);
  show([{ operation: '102', version: 9 }]);
  expect([...readers.keys()]).toEqual(['102']);
  expect(readers.get('102')!.version()).toBe(9);
  expect(loaded).toHaveBeenLastCalledWith('102');
  hook.unmount();
  expect(readers.size).toBe(0);
});
