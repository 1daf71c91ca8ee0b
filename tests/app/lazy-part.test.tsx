// @vitest-environment happy-dom

import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchPart, hasLostParts } from '../../app/ui/parts/fetch-part.ts';
import { lazyPart } from '../../app/ui/parts/lazy-part.ts';
import { limit } from '../gate/limits.mjs';

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
  expect(await screen.findByText('la parte', {}, { timeout: limit(5_000) })).toBeTruthy();
  expect(tries).toBe(2);
});

describe('a part that this page cannot fetch any more', () => {
  afterEach(() => vi.unstubAllGlobals());
  const server = (answers: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(answers));
  const up = async () => new Response('ok');
  const down = () => Promise.reject(new TypeError('Failed to fetch'));
  /** As Firefox does: once it has failed, its address fails for the life of the document. */
  const failing = () => Promise.reject(new TypeError('error loading dynamically imported module'));
  const tryTwice = async (load: () => Promise<unknown>) => {
    for (let n = 0; n < 2; n++) await fetchPart(load).catch(() => {});
    await new Promise((done) => setTimeout(done, 20));
  };

  it('is offered to be loaded again once it has failed twice although the server answers', async () => {
    let works = false;
    const load = () => (works ? Promise.resolve('la parte') : failing());
    server(up);
    await fetchPart(load).catch(() => {});
    expect(hasLostParts()).toBe(false);
    await tryTwice(load);
    expect(hasLostParts()).toBe(true);
    // Another browser than Firefox may have it at the next try.
    works = true;
    expect(await fetchPart(load)).toBe('la parte');
    expect(hasLostParts()).toBe(false);
  });

  it('is no other than one that has no network as long as the server does not answer', async () => {
    const load = () => failing();
    server(down);
    await tryTwice(load);
    expect(hasLostParts()).toBe(false);
    server(up);
    await tryTwice(load);
    expect(hasLostParts()).toBe(true);
  });

  it('is asked for by its address before it is imported again, without which Safari has it never again', async () => {
    const link = Object.assign(document.createElement('link'), {
      rel: 'modulepreload',
      href: '/assets/a.js',
    });
    document.head.append(link);
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address);
      return new Response('ok');
    });
    const load = () => (asked.includes(link.href) ? Promise.resolve('la parte') : failing());
    await expect(fetchPart(load)).rejects.toThrow();
    expect(asked).toEqual([]);
    expect(await fetchPart(load)).toBe('la parte');
    link.remove();
  });
});
