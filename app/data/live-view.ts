import { useDeferredValue, useEffect, useSyncExternalStore } from 'react';
import type { Changes } from '../../db/feed/changes.ts';
import { useLive } from './live.ts';
import { followOperations } from './use-changes.ts';

/**
 * A part of the record as a screen shows it: it begins with a read, and is kept current by the changes of its
 * operations alone. Subclasses say what a change does to it.
 */
export abstract class LiveView<State> {
  private listeners = new Set<() => void>();
  /** Called when a read is shown, so that the connection asks for what came after it. */
  onLoaded: () => void = () => {};
  /** What is shown before anything was read. */
  readonly initial: State;

  constructor(protected state: State) {
    this.initial = state;
  }

  snapshot = (): State => this.state;
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The operation's version of what is shown; null: nothing yet. */
  abstract version(operation: string): number | null;
  abstract apply(changes: Changes): void;
  /** Begin to show: read what the screen did not bring. */
  abstract open(): void;
  /** Changes were missed: read everything again. */
  abstract reload(): void;
  close(): void {}

  protected become(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** The visits that these changes take out of the record: no row of theirs comes any more. */
export const withdrawnBy = ({ events }: Changes): number[] =>
  events.flatMap(({ name, visitId }) => (name === 'visit.withdrawn' && visitId !== null ? [visitId] : []));

/**
 * Show a view and keep it current for as long as the component stands.
 * @param operations whose changes it follows; the same array for the same operations
 */
export function useLiveView<State>(view: LiveView<State>, operations: readonly string[]): State {
  const live = useLive();
  useEffect(() => {
    view.onLoaded = () => {
      for (const operation of operations) live.loaded(operation);
    };
    const stop = followOperations(live, operations, view);
    view.open();
    return () => {
      stop();
      view.close();
    };
  }, [view, live, operations]);
  const state = useSyncExternalStore(view.subscribe, view.snapshot, view.snapshot);
  // A first read may be a whole week: React draws it in slices, so that a press is answered between them. What changes
  // later is drawn at once.
  const begun = useDeferredValue(state !== view.initial);
  return begun ? state : view.initial;
}
