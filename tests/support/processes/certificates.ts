import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseAccount } from '../../../db/embedded/account.ts';

/** Files of a certificate for localhost and of the authority that signed it, in PEM. */
export type Certificates = { authority: string; certificate: string; key: string; remove(): void };

/** Why there can be none here; undefined: there can. Older ones, and LibreSSL, sign no request in one step. */
export const withoutOpenssl = (): string | undefined =>
  /^OpenSSL [3-9]/.test(spawnSync('openssl', ['version'], { encoding: 'utf8' }).stdout ?? '')
    ? undefined
    : 'OpenSSL 3 is not installed';

/** A private authority and a server's certificate, which PostgreSQL's account may read. They are valid for a day. */
export function makeCertificates(): Certificates {
  const dir = mkdtempSync(join(tmpdir(), 'agenda-tls-'));
  chmodSync(dir, 0o755);
  const file = (name: string) => join(dir, name);
  const openssl = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args);
    if (status !== 0) throw new Error(`openssl ${args[0]}: ${stderr}`);
  };
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  openssl(
    ...['req', '-x509', ...key, '-subj', '/CN=Agenda tests'],
    ...['-keyout', file('authority.key'), '-out', file('authority.pem')],
  );
  openssl(
    ...['req', '-x509', ...key, '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost', '-addext', 'basicConstraints=critical,CA:FALSE'],
    ...['-CA', file('authority.pem'), '-CAkey', file('authority.key')],
    ...['-keyout', file('server.key'), '-out', file('server.pem')],
  );
  const { uid, gid } = chooseAccount(dir);
  if (uid !== undefined) chownSync(file('server.key'), uid, gid!);
  chmodSync(file('server.key'), 0o600);
  return {
    authority: file('authority.pem'),
    certificate: file('server.pem'),
    key: file('server.key'),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
