import type { MailMessage } from '#platform/ports/Mail.ts';
import type { User } from '#teams/accounts/users/User.ts';
import type { WordedMail } from '#teams/projects/brand/brandMail.ts';
import { renderInvitation } from '#teams/projects/members/invitationMail.ts';
import type { Project } from '#teams/projects/Project.ts';
import { renderWeeklyMail } from '#visits/numbers/weekly/renderWeeklyMail.ts';

interface Sampled {
  readonly project: Project;
  readonly user: User;
}

/** A mail as somebody would get it, with made-up numbers and a link that leads nowhere. */
export function sampleMail(
  kind: WordedMail,
  { project, user }: Sampled,
  publicUrl: URL,
): MailMessage {
  const to = 'colleague@example.com';
  if (kind === 'invitation') {
    const invitation = { email: to, invitedBy: user.name, role: 'viewer' as const };
    return renderInvitation(
      invitation,
      project.name,
      new URL('/invitation?token=sample', publicUrl).href,
    );
  }
  return renderWeeklyMail({
    to,
    projectName: project.name,
    timeZone: project.timeZone,
    ...SAMPLE_WEEKS,
    links: [
      { name: 'Summer sale', clicks: 812 },
      { name: 'Newsletter', clicks: 388 },
    ],
    url: new URL(`/p/${project.id}/analytics`, publicUrl).href,
  });
}

const SAMPLE_WEEKS = {
  week: {
    from: '2027-05-31T00:00:00.000Z',
    to: '2027-06-07T00:00:00.000Z',
    totals: { clicks: 1200, uniqueVisitors: 940, opens: 310, installs: 85 },
    topValues: {
      countries: [
        { name: 'DE', clicks: 700 },
        { name: 'AT', clicks: 500 },
      ],
      referrers: [],
      utmCampaigns: [],
      placements: [],
    },
  },
  before: { totals: { clicks: 1000, uniqueVisitors: 800, opens: 300, installs: 90 } },
};
