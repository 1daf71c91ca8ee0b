// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { OverbookField } from '../../app/dispatch/overbook-field.tsx';
import { LimitedTextarea } from '../../app/forms/limited-text.tsx';
import { dayWords } from '../../app/words/board/day-words.ts';
import { overbookFields } from '../../db/commands/visits/overbook-input.ts';
import { textLimits } from '../../machines/words/text-limits.ts';

afterEach(cleanup);

function Note() {
  const [note, setNote] = useState('');
  return (
    <MantineProvider env="test">
      <LimitedTextarea
        label="Nota"
        description="La ve el técnico"
        max={textLimits.note}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </MantineProvider>
  );
}
const paste = (value: string) => fireEvent.change(screen.getByLabelText('Nota'), { target: { value } });
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Nota');

it('keeps all that was pasted, and says how much fits and by how much it is too long', () => {
  render(<Note />);
  paste('x'.repeat(2_012));
  expect(field().value).toHaveLength(2_012);
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Admite hasta 2000 caracteres: sobran 12.')).toBeTruthy();
  paste('x'.repeat(2_001));
  expect(screen.getByText('Admite hasta 2000 caracteres: sobra 1.')).toBeTruthy();
});

it('counts only near the end, beside the field’s own description', () => {
  render(<Note />);
  paste('Portón verde');
  expect(screen.getByText('La ve el técnico')).toBeTruthy();
  paste('x'.repeat(1_990));
  expect(screen.getByText('La ve el técnico · Quedan 10 caracteres.')).toBeTruthy();
  paste('x'.repeat(1_999));
  expect(screen.getByText('La ve el técnico · Queda 1 carácter.')).toBeTruthy();
  paste('x'.repeat(2_000));
  expect(screen.getByText('La ve el técnico · No queda lugar.')).toBeTruthy();
  expect(field().getAttribute('aria-invalid')).not.toBe('true');
});

it('counts as the command does: an emoji is one', () => {
  function Reason() {
    const [reason, setReason] = useState('');
    return (
      <MantineProvider env="test">
        <OverbookField left={0} count={1} reason={reason} change={setReason} error={null} />
      </MantineProvider>
    );
  }
  render(<Reason />);
  const input = screen.getByLabelText(dayWords.overbookReason, { exact: false });
  for (const [value, taken] of [
    ['👍'.repeat(100), true],
    ['👍'.repeat(101), false],
  ] as const) {
    fireEvent.change(input, { target: { value } });
    expect(input.getAttribute('aria-invalid') === 'true').toBe(!taken);
    expect(overbookFields.overbook_reason.safeParse(value).success).toBe(taken);
  }
});
