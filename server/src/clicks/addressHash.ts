import { networkOf } from '../lib/networkOf.ts';
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
