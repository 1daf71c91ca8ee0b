/** A server of a PostgreSQL address. IPv6 addresses are without their brackets. */
export type DatabaseHost = { host: string; port: number };

/** Encrypted without a look at the certificate, and with one. */
export type TlsMode = 'require' | 'verify-full';

/**
 * The servers of a PostgreSQL address, in its order: `postgres://user:password@a:5432,b,c/agenda` names three, as
 * libpq writes it. The WHATWG parser (`new URL`) refuses such an address.
 *
 * @returns undefined: no PostgreSQL address, one that asks by `target_session_attrs` for a session that may not
 * write, which the product cannot use, or by `sslmode` for what the two drivers understand differently
 */
export function readDatabaseHosts(url: string): DatabaseHost[] | undefined {
  const parts = split(url);
  if (!parts) return undefined;
  const hosts: DatabaseHost[] = [];
  for (const text of parts.hosts) {
    const singleHostUrl = `${parts.before}${text}${parts.after}`;
    if (!URL.canParse(singleHostUrl)) return undefined;
    const address = new URL(singleHostUrl);
    if (!address.hostname && parts.hosts.length > 1) return undefined;
    if (!writes.includes(address.searchParams.get('target_session_attrs'))) return undefined;
    if (!tlsModes.includes(address.searchParams.get('sslmode'))) return undefined;
    hosts.push({
      host: address.hostname.replace(/^\[|\]$/g, ''),
      port: Number(address.port || defaultPort),
    });
  }
  return hosts;
}

/** The same address with one server only, as every driver understands it. */
export function atHost(url: string, { host, port }: DatabaseHost): string {
  const { before, after } = split(url)!;
  const address = new URL(`${before}${host.includes(':') ? `[${host}]` : host}:${port}${after}`);
  address.searchParams.delete('target_session_attrs');
  return address.href;
}

/**
 * The same address as node-postgres understands it: without this its `require` checks the certificate, where libpq's and
 * postgres.js's do not.
 */
export function forNodePostgres(url: string): string {
  const address = new URL(url);
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true');
  return address.href;
}

/** How the connection is encrypted; undefined: it is not. Of an address that `readDatabaseHosts` reads. */
export function readTlsMode(url: string): TlsMode | undefined {
  const { before, hosts, after } = split(url)!;
  const mode = new URL(`${before}${hosts[0]}${after}`).searchParams.get('sslmode');
  return mode === 'require' || mode === 'verify-full' ? mode : undefined;
}

/** The same address of one server for a driver that is given an encrypted socket. */
export function withoutTls(url: string): string {
  const address = new URL(url);
  address.searchParams.delete('sslmode');
  return address.href;
}

/** The same address with another password. */
export function withPassword(url: string, password: string): string {
  const { hosts, before, after } = split(url)!;
  const address = new URL(`${before}${hosts[0]}${after}`);
  address.password = password;
  const changed = split(address.href)!;
  return `${changed.before}${hosts.join(',')}${changed.after}`;
}

/** The database and its servers, without user and password: `agenda on a:5432,b:5432`. */
export function describeDatabase(url: string): string {
  const { hosts, before, after } = split(url)!;
  return `${new URL(`${before}${hosts[0]}${after}`).pathname.slice(1)} on ${hosts.join(',')}`;
}

const defaultPort = 5432;
/** What may be asked of a session; absent counts as the primary, too. */
const writes: (string | null)[] = [null, 'read-write', 'primary'];
/** Absent: not encrypted. */
const tlsModes: (string | null)[] = [null, 'disable', 'require', 'verify-full'];

/** `before` ends with the password's @, `after` begins with the path. */
function split(url: string): { before: string; hosts: string[]; after: string } | undefined {
  const match = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/.exec(url);
  return match ? { before: match[1]!, hosts: match[2]!.split(','), after: match[3]! } : undefined;
}
