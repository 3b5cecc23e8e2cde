import type { Analytics } from '@fairlead/contract/operations/analytics';
import { nameInMail } from '#teams/accounts/users/checkName.ts';
import type { MailMessage } from '#platform/ports/Mail.ts';

interface Totals {
  readonly totals: Pick<Analytics['totals'], 'clicks' | 'uniqueVisitors' | 'opens' | 'installs'>;
}

interface Week {
  readonly to: string;
  readonly projectName: string;
  readonly timeZone: string;
  readonly week: Pick<Analytics, 'from' | 'to'> & Totals & { readonly topValues: TopLists };
  readonly before: Totals;
  readonly links: readonly { readonly name: string; readonly clicks: number }[];
  /** Of the dashboard. */
  readonly url: string;
}

const LISTS = [
  ['countries', 'Countries'],
  ['referrers', 'Referrers'],
  ['utmCampaigns', 'Campaigns'],
  ['placements', 'Placements of QR codes'],
] as const;

type TopLists = Pick<Analytics['topValues'], (typeof LISTS)[number][0]>;

/** The numbers of a week beside those of the week before. */
export function renderWeeklyMail(given: Week): MailMessage {
  const { to, projectName, timeZone, week, before, links, url } = given;
  const name = nameInMail(projectName, 'Your project');
  const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone });
  const last = new Date(Date.parse(week.to) - 1);
  const facts = [
    ['Clicks', week.totals.clicks, before.totals.clicks],
    ['Visitors', week.totals.uniqueVisitors, before.totals.uniqueVisitors],
    ['App opens', week.totals.opens, before.totals.opens],
    ['Installs', week.totals.installs, before.totals.installs],
  ] as const;
  return {
    to,
    subject: `${name}: ${number(week.totals.clicks)} clicks last week`,
    text: `${name}, ${day.format(new Date(week.from))} to ${day.format(last)}

${facts.map(([label, now, then]) => `${label}: ${number(now)} (${changeOf(now, then)})`).join('\n')}
${[{ label: 'Links', entries: links }, ...listsOf(week)].map(renderList).join('')}
All numbers, and to end these mails (Analytics › Share):
${url}
`,
  };
}

function listsOf({ topValues }: Week['week']) {
  return LISTS.map(([list, label]) => ({
    label,
    entries: topValues[list].flatMap(({ name, clicks }) =>
      name === null ? [] : [{ name, clicks }],
    ),
  }));
}

interface List {
  readonly label: string;
  readonly entries: readonly { readonly name: string; readonly clicks: number }[];
}

function renderList({ label, entries }: List): string {
  if (entries.length === 0) return '';
  const lines = entries.map(
    ({ name, clicks }) => `  ${name.replaceAll(/\s+/g, ' ')}: ${number(clicks)}`,
  );
  return `\n${label}\n${lines.join('\n')}\n`;
}

const number = (value: number): string => value.toLocaleString('en');

function changeOf(now: number, then: number): string {
  if (then === 0) return 'none the week before';
  const percent = Math.round(((now - then) / then) * 100);
  return `${percent > 0 ? '+' : ''}${percent}% from ${number(then)}`;
}
