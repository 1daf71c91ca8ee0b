// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showUndoable, toastMs } from '../../app/ui/toasts/toast.ts';
import { Toasts } from '../../app/ui/toasts/toasts.tsx';
import { undoWords } from '../../app/words/shell/shell-words.ts';
import { undoSeconds } from '../../machines/visit/undo-time.ts';

// What was done is taken back for as long as the record allows it, not for as long as its offer is shown (ux.md U68).

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  act(() => vi.advanceTimersByTime(60_000));
  cleanup();
  vi.useRealTimers();
});

const pressUndo = () => fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('Ctrl+Z', () => {
  it('takes back the newest change after its offer has gone, then the one before, each once', () => {
    render(<Toasts />);
    const undone: string[] = [];
    act(() => showUndoable('Primera', () => undone.push('first')));
    act(() => showUndoable('Segunda', () => undone.push('second')));
    wait(2 * toastMs + 100);
    expect(screen.queryByText('Segunda')).toBeNull();
    act(pressUndo);
    expect(undone).toEqual(['second']);
    act(pressUndo);
    act(pressUndo);
    expect(undone).toEqual(['second', 'first']);
  });

  it('says that it is too late once the record would refuse, and takes nothing back', () => {
    render(<Toasts />);
    const undo = vi.fn();
    act(() => showUndoable('Movida', undo));
    wait(undoSeconds * 1_000 + 1);
    act(pressUndo);
    expect(undo).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toContain(undoWords.tooLate);
  });

  it('belongs to a field while one types', () => {
    render(
      <>
        <Toasts />
        <input aria-label="campo" />
      </>,
    );
    const undo = vi.fn();
    act(() => showUndoable('Movida', undo));
    act(() => void fireEvent.keyDown(screen.getByLabelText('campo'), { key: 'z', ctrlKey: true }));
    expect(undo).not.toHaveBeenCalled();
  });
});
