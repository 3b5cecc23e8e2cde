import type { LinkReach } from '@fairlead/contract/operations/builds';
import { createSlices } from '#platform/lib/createSlices.ts';
import { type LinkTarget, pathsOf } from './appPathOf.ts';
import { describeReach } from './describeReach.ts';
import { type Matching, matchRoutes } from './matchRoutes.ts';
import type { Fleet } from './readFleet.ts';

type ReachNumbers = Omit<LinkReach, 'summary'>;

/** Which phones can open a link (Rule: builds 4). Throws as `matchRoutes`. */
export async function measureReach(fleet: Fleet, link: LinkTarget): Promise<LinkReach> {
  const [numbers] = await countReach({ slices: createSlices(), excess: 0 }, fleet, [link]);
  return { ...numbers!, summary: describeReach(numbers!) };
}

/** The same of several links, without the sentence. One set of patterns after the other, so that one alone is in memory. */
export async function countReach(
  matching: Matching,
  fleet: Fleet,
  links: readonly LinkTarget[],
): Promise<ReachNumbers[]> {
  const used = fleet.filter(({ phones }) => phones > 0);
  const { slices } = matching;
  const paths = {
    ios: await pathsOf(slices, links, 'ios'),
    android: await pathsOf(slices, links, 'android'),
  };
  const opened = new Map<(typeof used)[number], ReadonlyMap<string, string>>();
  const known = new Map<string, ReadonlyMap<string, string>>();
  for (const part of used) {
    if (part.routes === null) continue;
    // Builds that follow each other open the same.
    const same = `${part.platform} ${part.routes.join(' ')}`;
    const found =
      known.get(same) ?? (await matchRoutes(matching, part.routes, paths[part.platform].values()));
    known.set(same, found);
    opened.set(part, found);
  }
  const reaches: ReachNumbers[] = [];
  for (const link of links) {
    const pathOf = { ios: paths.ios.get(link) ?? null, android: paths.android.get(link) ?? null };
    const builds = used.map((part) => {
      const { platform, published, phones } = part;
      const path = pathOf[platform];
      const opens = path === null ? true : (opened.get(part)?.has(path) ?? null);
      return { platform, build: published?.build ?? null, phones, opens };
    });
    reaches.push({ paths: pathOf, ...addUp(builds), builds });
    if (slices.spend(builds.length)) await slices.turn();
  }
  return reaches;
}

function addUp(builds: ReachNumbers['builds']) {
  const count = (which: boolean | null) =>
    builds.reduce((sum, { opens, phones }) => (opens === which ? sum + phones : sum), 0);
  const [canOpen, cannotOpen, unknown] = [count(true), count(false), count(null)];
  const known = canOpen + cannotOpen;
  const share = known === 0 ? null : canOpen / known;
  return { phones: known + unknown, canOpen, cannotOpen, unknown, share };
}
