import { undoSeconds } from '../../../machines/visit/undo-time.ts';
import { undoWords } from '../../words/shell/shell-words.ts';

/** S2 §9: toasts hide after this; a pointer moved onto one or the focus holds it (ux.md U6). */
export const toastMs = 5_000;

/** What was done, what can be taken back, what was refused: of each kind the newest is shown, three at most. */
export type ToastKind = 'done' | 'undoable' | 'refused';

export const kindOf = ({ role, undo }: Pick<Toast, 'role' | 'undo'>): ToastKind =>
  role === 'alert' ? 'refused' : undo ? 'undoable' : 'done';

export type Toast = {
  id: number;
  text: string;
  role: 'status' | 'alert';
  /** Its button takes back what was done. */
  undo?: true;
};

/** What the server draws; until the first toast a browser has the same, and need not draw it again. */
const none: readonly Toast[] = [];
let toasts = none;
let lastId = 0;
const listeners = new Set<() => void>();

function become(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** What `Toasts` draws: the oldest first. */
export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): readonly Toast[] => toasts,
  serverSnapshot: (): readonly Toast[] => none,
};

export const hideToast = (id: number): void => become(toasts.filter((toast) => toast.id !== id));

/** What was only said goes as the next one comes; what can be taken back stays behind it for its time. */
const show = (toast: Omit<Toast, 'id'>) =>
  become([
    ...toasts.filter((other) => other.undo !== undefined || kindOf(other) !== kindOf(toast)),
    { ...toast, id: ++lastId },
  ]);

/** Of each kind the newest: of these alone the user sees anything. */
export const newestOf = (all: readonly Toast[]): ReadonlySet<number> =>
  new Set(new Map(all.map((toast) => [kindOf(toast), toast.id])).values());

/** It was done. */
export const showDone = (text: string): void => show({ text, role: 'status' });

/** It was refused, or went wrong. */
export const showRefused = (text: string): void => show({ text, role: 'alert' });

/** A change of this tab that was not taken back; `until`: when the record begins to refuse it, by this clock. */
type Undoable = { toastId: number; undo: () => void; until: number };

/** The oldest first; those whose time is over stay, to say so. */
let undoables: Undoable[] = [];
const mostUndoables = 50;

/**
 * It was done, and can be taken back: by its button while this is shown (ux.md U8), and by Ctrl+Z from wherever the
 * focus is for as long as the record allows it (ux.md U68), for a toast is far from there by the keyboard.
 */
export function showUndoable(text: string, undo: () => void): void {
  show({ text, role: 'status', undo: true });
  const until = Date.now() + undoSeconds * 1_000;
  undoables = [...undoables, { toastId: lastId, undo, until }].slice(-mostUndoables);
}

/** Takes back what a toast offers, once. */
export function undoToast({ id }: Toast): void {
  hideToast(id);
  takeBack(id);
}

function takeBack(toastId: number): void {
  const undoable = undoables.find((change) => change.toastId === toastId);
  undoables = undoables.filter((change) => change !== undoable);
  undoable?.undo();
}

const pendingChanges = new Set<Promise<unknown>>();

/**
 * A change that is shown before it is done: until its answer, Ctrl+Z is about this one and not about what an
 * earlier toast offers.
 * @param change settles after its toast is shown
 */
export function showsBeforeDone<Answer>(change: Promise<Answer>): Promise<Answer> {
  const settled: Promise<unknown> = change.then(noop, noop).then(() => pendingChanges.delete(settled));
  pendingChanges.add(settled);
  return change;
}

const noop = () => {};

/** Whether Ctrl+Z has anything to take back or to say, now or with the answer that is awaited. */
export const canUndo = (): boolean => pendingChanges.size > 0 || undoables.length > 0;

/**
 * Takes back the newest change, or says that its time is over; one that is refused after all leaves the earlier ones as
 * they are.
 */
export function undoNewest(): void {
  const undoAfter = (id: number) => {
    const newest = undoables.at(-1);
    if (!newest || newest.toastId <= id) return;
    hideToast(newest.toastId);
    if (newest.until > Date.now()) takeBack(newest.toastId);
    else showRefused(undoWords.tooLate);
  };
  const shownBefore = lastId;
  if (pendingChanges.size === 0) undoAfter(0);
  else void Promise.all(pendingChanges).then(() => undoAfter(shownBefore));
}
