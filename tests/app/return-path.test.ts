import { expect, it } from 'vitest';
import { loginFor, returnPathOf } from '../../app/return-path.server.ts';

const id = 'AbCdEfGhIjKlMnOpQrSt_-';
const led = (path: string) => returnPathOf(new Request(new URL(loginFor(path), 'http://agenda.local')));

it('a sign-in leads back to a saved view and to the wall', () => {
  expect(led(`/vistas/${id}`)).toBe(`/vistas/${id}`);
  expect(led('/pizarra')).toBe('/pizarra');
  expect(led('/pizarra?op=114,127&segundos=30&tema=claro&volver=//evil.example')).toBe(
    '/pizarra?op=114,127&segundos=30&tema=claro',
  );
});

it.each([
  ...['', '/', '/users', '//evil.example', 'https://evil.example/pizarra', '/vistas/../users', '/vistas/abc'],
  ...[`/vistas/${id}/x`, `//vistas/${id}`, '/pizarra/sesion', 'javascript:alert(1)', '\\\\evil.example'],
])('and nowhere else: %s', (path) => {
  expect(led(path)).toBeNull();
});

it('what the wall is asked for in vain is not carried along', () => {
  expect(led('/pizarra?op=__proto__&segundos=1e9&tema=%0d%0aSet-Cookie:x')).toBe('/pizarra');
});
