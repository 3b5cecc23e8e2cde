import { networkOf } from './networkOf.ts';

/**
 * The network of an IP address, by which people can recognise a sign-in: 24 bits of IPv4, 48 of IPv6, the rest
 * zero. No raw IP address is stored.
 */
export function maskAddress(address: string): string {
  if (!address.includes(':')) return address.replace(/\.\d+$/, '.0');
  return `${networkOf(address).split(':').slice(0, 3).join(':')}::`;
}
