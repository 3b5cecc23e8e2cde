import { isIPv6 } from 'node:net';

/** The IPv6 /48 network, which providers assign as a whole; undefined for other IP addresses. */
export function siteOf(address: string): string | undefined {
  const network = networkOf(address);
  if (!network.endsWith('/64')) return undefined;
  return `${network.split(':').slice(0, 3).join(':')}::/48`;
}

/**
 * Whom an IP address represents: a household or a server has a whole IPv6 /64 network, and phones change
 * the lower half every day and in every network.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    // An IPv4 suffix counts as two groups.
    const width = after.length + (after.at(-1)?.includes('.') ? 1 : 0);
    while (groups.length < 8 - width) groups.push('0');
    groups.push(...after);
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
