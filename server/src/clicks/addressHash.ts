import { isIPv6 } from 'node:net';
import type { Project } from '../projects/Project.ts';
import type { DayKeys } from './createDayKeys.ts';
import { createDailyHash } from './visitorHash.ts';

/**
 * Makes the hash by which a click and an install of one address find each other: under the key of the
 * UTC day, and of one project, so that neither two days nor two tenants can be joined. A signed
 * 64-bit number as a decimal.
 */
export function createAddressHash({ keyOf }: Pick<DayKeys, 'keyOf'>) {
  const hashOf = createDailyHash(keyOf, 'address hash');

  /** `atMs` chooses the day. Null for a day whose key is destroyed. */
  return function addressHash(
    project: Pick<Project, 'id'>,
    address: string,
    atMs: number,
  ): string | null {
    const hash = hashOf(atMs);
    return hash && hash(`${project.id}\n${networkOf(address)}`);
  };
}

/** The hash of an address in one project on one day (`createAddressHash`). */
export type AddressHash = ReturnType<typeof createAddressHash>;

/** Phones change the lower half of an IPv6 address every day and for every network use. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
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
