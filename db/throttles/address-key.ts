import ipaddr from 'ipaddr.js';

/**
 * What an address counts as where attempts, links and connections are counted: an IPv4 address itself, of IPv6 its
 * network of 64 bits, because one connection is given all of that to choose from. What is no address counts as it is.
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
