import { isIPv6 } from 'node:net';

/** The IPv6 network of 48 bits, which providers hand out whole; undefined for other addresses. */
export function siteOf(address: string): string | undefined {
  const network = networkOf(address);
  if (!network.endsWith('/64')) return undefined;
  return `${network.split(':').slice(0, 3).join(':')}::/48`;
}

/**
 * Who an address stands for: a household or a server has 64 bits of IPv6 to itself, and phones change the
 * lower half every day and for every network.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    // An IPv4 tail stands for two groups.
    const width = after.length + (after.at(-1)?.includes('.') ? 1 : 0);
    while (groups.length < 8 - width) groups.push('0');
    groups.push(...after);
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
