import { describe, expect, it } from 'vitest';
import { nearest } from '../../machines/order/near-name.ts';

const near = (name: string, ...others: string[]) =>
  nearest(others.map((other) => ({ name: other })))(name)?.name ?? null;

describe('a name is like another', () => {
  it('by its letters, whatever its blanks, capitals, accents and signs', () => {
    expect(near('Sin señal wifi', 'Internet lento', 'Sin señal de WiFi')).toBe('Sin señal de WiFi');
    expect(near('INTERNET LENTA', 'Internet lento')).toBe('Internet lento');
    expect(near('NODO 07', 'Nodo-7')).toBe('Nodo-7');
  });
  it('and the nearest of several counts', () => {
    expect(near('Internet lenta', 'Internet muy lento', 'Internet lento')).toBe('Internet lento');
  });
  it('never where a number is another', () => {
    expect(near('NODO-17', 'NODO-7', 'NODO-71', 'NODO-1')).toBeNull();
    expect(near('Fibra 300', 'Fibra 3000')).toBeNull();
  });
  it('and not where it is short and differs', () => {
    expect(near('TV', 'TB')).toBeNull();
    expect(near('Sin TV', 'Sin wifi', 'Sin tono')).toBeNull();
  });
});
