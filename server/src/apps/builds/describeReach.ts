import { LIMITS } from '@fairlead/contract/limits';
import type { LinkReach } from '@fairlead/contract/operations/builds';

type ReachNumbers = Omit<LinkReach, 'summary'>;
type Build = ReachNumbers['builds'][number];

const PLATFORMS = [
  { platform: 'ios', name: 'iOS' },
  { platform: 'android', name: 'Android' },
] as const;
/** More builds than these are not named one by one. */
const MAX_NAMED = 3;

/** “87% of the phones that used the app in the last 30 days can open this link. Builds before 41 on Android cannot.” */
export function describeReach(numbers: ReachNumbers): string {
  const { phones, share, unknown, builds } = numbers;
  const used = `used the app in the last ${LIMITS.reachDays} days`;
  if (phones === 0) return `No phone ${used}.`;
  if (share === null)
    return `Whether the ${count(unknown)} that ${used} can open this link is not known: none of their builds has said what it can open.`;
  const excluded =
    unknown === 0
      ? []
      : [`Not counted: ${count(unknown)} whose build has not said what it can open.`];
  return [
    `${percent(share)} of the phones that ${used} can open this link.`,
    ...PLATFORMS.flatMap(({ platform, name }) =>
      nameBuilds(
        builds.filter((each) => each.platform === platform),
        name,
      ),
    ),
    ...excluded,
  ].join(' ');
}

/** Builds of one platform, newest first, that cannot open the link. */
function nameBuilds(builds: readonly Build[], platform: string): string[] {
  const known = builds.filter(({ opens }) => opens !== null);
  const closed = known.filter(({ opens }) => opens === false);
  if (closed.length === 0) return [];
  const oldestOpen = known.findLast(({ opens }) => opens === true);
  if (oldestOpen === undefined) return [`No published build on ${platform} can.`];
  const firstClosed = known.indexOf(closed[0]!);
  if (known.indexOf(oldestOpen) < firstClosed) {
    return [`Builds before ${oldestOpen.build} on ${platform} cannot.`];
  }
  const named = closed.slice(0, MAX_NAMED).map(({ build }) => build ?? '');
  const more = closed.length - named.length;
  const list = more > 0 ? [...named, `${more} more`] : named;
  const last = list.pop() ?? '';
  const names = list.length === 0 ? last : `${list.join(', ')} and ${last}`;
  return [`${closed.length === 1 ? 'Build' : 'Builds'} ${names} on ${platform} cannot.`];
}

function count(phones: number): string {
  return phones === 1 ? '1 phone' : `${phones.toLocaleString('en-US')} phones`;
}

/** Rounded, but all or none only where it is all or none. */
function percent(share: number): string {
  if (share > 0 && share < 0.01) return 'Less than 1%';
  return `${share < 1 ? Math.min(99, Math.round(share * 100)) : 100}%`;
}
