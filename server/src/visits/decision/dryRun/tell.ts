import type { RuleCondition } from '@fairlead/contract/rules';
import type { BoundedRange } from '#platform/lib/timeRange.ts';
import type { Project } from '#teams/projects/Project.ts';

interface Assumed {
  readonly project: Pick<Project, 'timeZone'>;
  readonly range: BoundedRange;
  readonly at: number;
  readonly withUrls: boolean;
  /** Conditions of the rules. */
  readonly asked: ReadonlySet<keyof RuleCondition>;
  readonly sampled: number | null;
  readonly visits: number;
  /** Older clicks are deleted; null: none are. */
  readonly keptFrom: Date | null;
  /** Changes that are not listed. */
  readonly leftOut: number;
}

const NOT_STORED: { readonly [Key in keyof RuleCondition]: string } = {
  language: 'The language of visitors is not stored with clicks.',
  osVersion: 'The version of the operating system is not stored with clicks.',
  query: 'Parameters of the URL are not stored with clicks, apart from that of QR codes.',
  appBuild:
    'The build of the app is not stored with clicks; browsers never fit a rule that asks for it.',
};

/** What a dry run assumes, in sentences. */
export function tell(assumed: Assumed): string[] {
  const { project, range, at, asked, sampled, visits, keptFrom, leftOut } = assumed;
  const number = (count: number) => count.toLocaleString('en-US');
  const said: (string | undefined | false)[] = [
    keptFrom !== null &&
      keptFrom > range.from &&
      `Clicks before ${keptFrom.toISOString()} are deleted and not part of this.`,
    'Destinations are those of visitors without the app, for a URL without parameters.',
    (asked.has('from') || asked.has('to')) &&
      `Whether a rule has begun or ended is judged as of ${new Date(at).toISOString()}, not of the time of each visit.`,
    (asked.has('weekdays') || asked.has('hours')) &&
      `Weekdays and hours are those of each visit, in the time zone of the project (${project.timeZone}).`,
    ...[...asked].map((key) => NOT_STORED[key]),
    asked.has('share') &&
      'Shares and variants are drawn by the stored visitor of the day, as for real visits; where it is erased they are unknown.',
    sampled !== null &&
      `Of ${number(visits)} visits, ${number(sampled)} of visitors chosen by their hash were drawn one by one, and stand for all others that shares decide.`,
    leftOut > 0 && `${number(leftOut)} more changes, of fewer visits, are not listed.`,
  ];
  return said.filter((each) => each !== undefined && each !== false);
}
