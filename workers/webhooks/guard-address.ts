import dns from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** An address that no webhook may reach, whatever the settings. */
export class AddressRefused extends Error {}

/**
 * Link-local addresses, where clouds serve metadata of the machine, and other such services; also IPv6 forms
 * that carry an IPv4 address. IPv4 in mapped notation is found too.
 */
const carriers = [
  ['::', 96],
  ['64:ff9b::', 96],
  ['2002:a9fe::', 32],
] as const;
const never = new BlockList();
never.addSubnet('169.254.0.0', 16, 'ipv4');
never.addAddress('100.100.100.200', 'ipv4');
never.addSubnet('fe80::', 10, 'ipv6');
never.addAddress('168.63.129.16', 'ipv4');
never.addAddress('fd00:ec2::254', 'ipv6');
never.addAddress('fd20:ce::254', 'ipv6');
for (const [network, bits] of carriers) never.addSubnet(network, bits, 'ipv6');

/** @throws AddressRefused for such an address in the URL itself, which is not resolved */
export function guardHost(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  if (family !== 0 && never.check(host, family === 6 ? 'ipv6' : 'ipv4')) throw new AddressRefused(host);
}

/** The system's lookup without such addresses: one of several is enough to refuse them all. */
export const guardedLookup: LookupFunction = (hostname, options, done) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0);
    try {
      for (const { address } of addresses) guardHost(address);
    } catch (refused) {
      return done(refused as Error, '', 0);
    }
    const [first] = addresses;
    if (options.all) return done(null, addresses as never);
    return first ? done(null, first.address, first.family) : done(new Error('no address'), '', 0);
  });
};
