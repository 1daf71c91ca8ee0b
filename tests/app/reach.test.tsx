// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TelephoneLinks, UnusableFields, WhatsappLinks } from '../../app/ui/content/reach.tsx';
import { telephoneParts } from '../../machines/telephone/read-field.ts';
import { argentinePlan } from '../../machines/telephone/read-number.ts';

const read = (text: string | null) => telephoneParts(text, argentinePlan);

afterEach(cleanup);

it('a telephone is called by its link, and of a customer without one it is said', () => {
  render(<TelephoneLinks telephones={read('02477 15-444333')} />);
  const link = screen.getByRole('link', { name: 'Llamar 02477 15-444333' });
  expect(link.getAttribute('href')).toMatch(/^tel:\+54\d+$/);
  cleanup();
  render(<TelephoneLinks telephones={read(null)} />);
  expect(screen.getByText('Sin teléfono')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

it('what cannot be called is shown as it was written', () => {
  render(<TelephoneLinks telephones={read('preguntar por Marta')} />);
  expect(screen.getByText('preguntar por Marta')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

it('each number of a field is its own link, what stands between them is text', () => {
  const field = '2477 415551 / 2477 15-415552 (Marta)';
  const { container } = render(<TelephoneLinks telephones={read(field)} />);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'tel:+542477415551',
    'tel:+5492477415552',
  ]);
  expect(container.textContent).toContain('(Marta)');
  cleanup();
  render(<WhatsappLinks telephones={read(field)} />);
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://wa.me/5492477415552');
});

it('what cannot be used is marked', () => {
  render(<TelephoneLinks telephones={read('0800-555-INTERNET')} />);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText('Número que no se puede usar')).toBeTruthy();
  render(<UnusableFields fields={['wa_number', 'email']} />);
  expect(screen.getByText('WhatsApp: número que no se puede usar')).toBeTruthy();
  expect(screen.getByText('Correo que no se puede usar')).toBeTruthy();
});
