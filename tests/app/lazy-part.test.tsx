// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { lazyPart } from '../../app/ui/lazy-part.ts';

it('a part that could not be fetched is fetched again, while the rest of the screen stands', async () => {
  let tries = 0;
  const Part = lazyPart(async () => {
    if (++tries === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: () => <p>la parte</p> };
  });
  render(
    <main>
      la pantalla
      <Suspense fallback={<p>falta</p>}>
        <Part />
      </Suspense>
    </main>,
  );
  expect(await screen.findByText('falta')).toBeTruthy();
  expect(screen.getByRole('main').textContent).toContain('la pantalla');
  expect(await screen.findByText('la parte', {}, { timeout: 3_000 })).toBeTruthy();
  expect(tries).toBe(2);
});
