import { describe, expect, it } from 'vitest';
import { sessionCookie } from '../../../server/http/session.ts';

// Several installations share an address, and so a browser's cookies (docs/operations/division.md).

const [norte, sur, only] = ['norte', 'sur', undefined].map((name) => sessionCookie(false, name)) as [
  ReturnType<typeof sessionCookie>,
  ReturnType<typeof sessionCookie>,
  ReturnType<typeof sessionCookie>,
];
type Jar = Map<string, string>;
const headersOf = (jar: Jar) => ({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') });
const keep = (jar: Jar, lines: string[]) => {
  for (const line of lines) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
    if (line.includes('Max-Age=0')) jar.delete(name!);
    else jar.set(name!, value!);
  }
};
const signIn = (jar: Jar, at: typeof norte, userId: number, token: string) =>
  keep(jar, at.signIn(headersOf(jar), { userId, token, expires: new Date(Date.now() + 60_000) }));
const read = (jar: Jar, at: typeof norte) => at.read(headersOf(jar));

describe('the session cookies of a browser', () => {
  it('hold one sign-in of the same user in each installation', () => {
    const jar: Jar = new Map();
    signIn(jar, norte, 17, 'token-norte');
    signIn(jar, sur, 17, 'token-sur');
    expect([read(jar, norte), read(jar, sur)]).toEqual(['token-norte', 'token-sur']);
  });

  it('hold nothing of the user before, in any installation', () => {
    const jar: Jar = new Map([['agenda', 'from-before']]);
    signIn(jar, norte, 17, 'token-norte');
    signIn(jar, sur, 18, 'token-sur');
    expect([read(jar, norte), read(jar, sur)]).toEqual([null, 'token-sur']);
  });

  it('count from before an installation had a name, and are removed by name', () => {
    const jar: Jar = new Map([
      ['agenda', 'from-before'],
      ['agenda-installation', 'sur'],
    ]);
    expect([read(jar, norte), read(jar, sur), read(jar, only)]).toEqual(Array(3).fill('from-before'));
    signIn(jar, sur, 17, 'token-sur');
    keep(jar, sur.signOut(headersOf(jar)));
    expect([...jar.keys()]).toEqual(['agenda-installation']);
  });

  it('that are no session any more are removed without those of the others', () => {
    const jar: Jar = new Map();
    signIn(jar, norte, 17, 'token-norte');
    signIn(jar, sur, 17, 'token-sur');
    keep(jar, [sur.forget(headersOf(jar))!]);
    expect([read(jar, norte), read(jar, sur), sur.forget(headersOf(jar))]).toEqual([
      'token-norte',
      null,
      null,
    ]);
  });

  it('of an only installation are as they were', () => {
    const jar: Jar = new Map();
    signIn(jar, only, 17, 'token');
    expect(jar).toEqual(new Map([['agenda', 'token']]));
  });
});
