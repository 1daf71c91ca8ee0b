import ipaddr from 'ipaddr.js';

/**
 * The key under which an address is counted: an IPv4 address itself, of IPv6 its /64 network, because one
 * connection can choose from all of it. Anything else counts as it is.
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const read = ipaddr.process(address);
  if (read.kind() === 'ipv4') return read.toString();
  return `${(read as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
