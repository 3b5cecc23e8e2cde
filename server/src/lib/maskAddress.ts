import { networkOf } from './networkOf.ts';

/**
 * The neighbourhood of an address, for people to recognise a sign-in by: 24 bits of IPv4, 48 of IPv6, the rest
 * zero. No raw address is stored.
 */
export function maskAddress(address: string): string {
  if (!address.includes(':')) return address.replace(/\.\d+$/, '.0');
  return `${networkOf(address).split(':').slice(0, 3).join(':')}::`;
}
