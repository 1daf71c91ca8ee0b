// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TelephoneLink } from '../../app/ui/reach.tsx';

afterEach(cleanup);

it('a telephone is called by its link, and of a customer without one it is said', () => {
  render(<TelephoneLink telephone="02477 15-444333" />);
  const link = screen.getByRole('link', { name: 'Llamar 02477 15-444333' });
  expect(link.getAttribute('href')).toMatch(/^tel:\+54\d+$/);
  cleanup();
  render(<TelephoneLink telephone={null} />);
  expect(screen.getByText('Sin teléfono')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

it('what cannot be called is shown as it was written', () => {
  render(<TelephoneLink telephone="preguntar por Marta" />);
  expect(screen.getByText('preguntar por Marta')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
