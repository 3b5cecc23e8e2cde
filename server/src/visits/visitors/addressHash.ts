import { networkOf } from '#platform/lib/addresses/networkOf.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { DayKeys } from './createDayKeys.ts';
import { createDailyHash } from './visitorHash.ts';

/**
 * Makes the hash by which an install finds a click from the same IP address: keyed by UTC day and
 * project, so that neither two days nor two tenants can be joined. A signed 64-bit number in decimal.
 */
export function createAddressHash({ keyOf }: Pick<DayKeys, 'keyOf'>) {
  const hashOf = createDailyHash(keyOf, 'address hash');

  /** `atMs` selects the day. Null for a day whose key has been destroyed. */
  return function addressHash(
    project: Pick<Project, 'id'>,
    address: string,
    atMs: number,
  ): string | null {
    const hash = hashOf(atMs);
    return hash && hash(`${project.id}\n${networkOf(address)}`);
  };
}

/** The hash of an IP address in one project on one day (`createAddressHash`). */
export type AddressHash = ReturnType<typeof createAddressHash>;
