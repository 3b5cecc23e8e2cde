import type { ProjectMails } from '@fairlead/contract/operations/dashboard/brand';
import type { App } from '../App.ts';
import { readLinkQuery } from '#links/finding/LinkQuery.ts';
import { displayNameOf } from '#links/link/Link.ts';
import { brandMail } from '#teams/projects/brand/brandMail.ts';
import { findProject } from '#teams/projects/findProject.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { AnalyticsWindow } from '#visits/numbers/AnalyticsWindow.ts';
import { listProjectLinks } from '#visits/numbers/listProjectLinks.ts';
import { readAnalytics } from '#visits/numbers/readAnalytics.ts';
import {
  claimWeeklyMails,
  releaseWeeklyMail,
  type WeeklyMail,
} from '#visits/numbers/weekly/claimWeeklyMails.ts';
import { renderWeeklyMail } from '#visits/numbers/weekly/renderWeeklyMail.ts';
import { eachApart, stepsApart } from '#platform/db/apart.ts';
import { MINUTE_MS } from '#platform/lib/time.ts';
import type { Timer } from './repeat.ts';

const ENTRIES = 5;

/** Sends the numbers of each week to members who want them. */
export const mailWeeks: Timer = {
  everyMs: 10 * MINUTE_MS,
  round: (app) => sendWeeklyMails(app, new Date()),
  failure: 'Mails of the week were not sent; tried again soon',
};

/** All that are due; returns how many were sent. One that fails is tried again in the next round. */
export async function sendWeeklyMails(app: App, now: Date): Promise<number> {
  let sent = 0;
  const failed: WeeklyMail[] = [];
  // Members of a project get the same numbers, which are read once.
  const weeks = new Map<string, ReturnType<typeof readWeek>>();
  const nameOf = ({ projectId }: WeeklyMail) => `project ${projectId}`;
  await stepsApart({
    mails: () =>
      eachApart(claimAll(app.db, now), {
        nameOf,
        async work(mail) {
          try {
            const week = weeks.get(mail.projectId) ?? readWeek(app, mail);
            weeks.set(mail.projectId, week);
            await send(app, mail, await week);
            sent += 1;
          } catch (error) {
            failed.push(mail);
            throw new Error(`not sent: ${String(error)}`, { cause: error });
          }
        },
      }),
    // Not before the end, or they would be claimed again at once.
    'mails for another time': () =>
      eachApart(failed, { nameOf, work: (mail) => releaseWeeklyMail(app.db, mail) }),
  });
  return sent;
}

async function* claimAll(db: App['db'], now: Date): AsyncGenerator<WeeklyMail> {
  for (;;) {
    const claimed = await claimWeeklyMails(db, now);
    if (claimed.length === 0) return;
    yield* claimed;
  }
}

interface Week extends Omit<Parameters<typeof renderWeeklyMail>[0], 'to'> {
  readonly mails: ProjectMails | undefined;
}

/** Undefined: the project is gone. */
async function send(app: App, { email }: WeeklyMail, week: Week | undefined): Promise<void> {
  if (week === undefined) return;
  const { mails, ...numbers } = week;
  const message = renderWeeklyMail({ to: email, ...numbers });
  await app.mail.send(brandMail(message, mails, 'weekly'));
}

async function readWeek(
  app: App,
  { projectId, from, until, timeZone }: WeeklyMail,
): Promise<Week | undefined> {
  const project = await findProject(app.db, projectId);
  if (!project) return undefined;
  const length = until.getTime() - from.getTime();
  const [week, before] = [
    await readNumbers(app, project, { from, to: until, timeZone }),
    await readNumbers(app, project, {
      from: new Date(from.getTime() - length),
      to: from,
      timeZone,
    }),
  ];
  const query = readLinkQuery({
    activeAfter: from.toISOString(),
    activeBefore: until.toISOString(),
    sortBy: 'clickCount',
    sortOrder: 'desc',
  });
  const { links } = await app.numbers.read(
    (reading) => listProjectLinks(reading, project, query, { limit: ENTRIES }),
    'background',
  );
  return {
    mails: project.brand?.mails,
    projectName: project.name,
    timeZone,
    week,
    before,
    links: links
      .map(({ link, stats }) => ({ name: displayNameOf(link), clicks: stats.clicks }))
      .filter(({ clicks }) => clicks > 0),
    url: new URL(`/p/${projectId}/analytics`, app.config.publicUrl).href,
  };
}

function readNumbers(
  { numbers }: App,
  project: Project,
  times: Pick<AnalyticsWindow, 'from' | 'to' | 'timeZone'>,
) {
  const window = { ...times, interval: 'day', untilNow: false } as const;
  return numbers.read(
    (reading) => readAnalytics(reading, project, { window, limit: ENTRIES }),
    'background',
  );
}
