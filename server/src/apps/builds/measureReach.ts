import type { LinkReach } from '@fairlead/contract/operations/builds';
import { appPathOf, type LinkTarget } from './appPathOf.ts';
import { describeReach } from './describeReach.ts';
import type { Fleet } from './readFleet.ts';

/** Which phones can open a link (Rule: builds 4). */
export function measureReach(fleet: Fleet, link: LinkTarget): LinkReach {
  const numbers = countReach(fleet, link);
  return { ...numbers, summary: describeReach(numbers) };
}

export function countReach(fleet: Fleet, link: LinkTarget): Omit<LinkReach, 'summary'> {
  const paths = { ios: appPathOf(link, 'ios'), android: appPathOf(link, 'android') };
  const builds = fleet
    .filter(({ phones }) => phones > 0)
    .map(({ platform, published, phones, opens }) => {
      const path = paths[platform];
      const build = published?.build ?? null;
      return { platform, build, phones, opens: path === null ? true : (opens?.(path) ?? null) };
    });
  const count = (which: boolean | null) =>
    builds.reduce((sum, { opens, phones }) => (opens === which ? sum + phones : sum), 0);
  const [canOpen, cannotOpen, unknown] = [count(true), count(false), count(null)];
  const known = canOpen + cannotOpen;
  const share = known === 0 ? null : canOpen / known;
  return { paths, phones: known + unknown, canOpen, cannotOpen, unknown, share, builds };
}
