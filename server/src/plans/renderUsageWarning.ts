import type { MailMessage } from '../lib/Mail.ts';
import type { DueWarning } from './claimWarnings.ts';

const WORDS = {
  links: 'links',
  domains: 'domains',
  members: 'members',
  apiKeys: 'application keys',
  monthlyActiveUsers: 'monthly active users',
} as const;

/** Rule: limits: what the owner reads at 80 % and at 100 % of a limit. */
export function renderUsageWarning(
  { projectName, ownerEmail, limit, used, allowed, percent }: DueWarning,
  options: { readonly planName: string; readonly sellsOverage: boolean; readonly url: string },
): MailMessage {
  const amount = `${used.toLocaleString('en-US')} of ${allowed.toLocaleString('en-US')} ${WORDS[limit]}`;
  return {
    to: ownerEmail,
    subject: `${projectName}: ${percent} % of ${WORDS[limit]} used`,
    text: `The project "${projectName}" uses ${amount} that its plan ${options.planName} allows.

${consequenceOf(limit, percent, options.sellsOverage)}
Links that exist go on working, whatever is used.

See the usage of the project, or change its plan:
${options.url}
`,
  };
}

function consequenceOf(limit: DueWarning['limit'], percent: number, sellsOverage: boolean): string {
  if (limit === 'monthlyActiveUsers' && sellsOverage) {
    return percent === 100
      ? 'Users beyond the limit are billed as overage, by the started thousand.'
      : 'Users beyond the limit will be billed as overage, by the started thousand.';
  }
  const what =
    limit === 'monthlyActiveUsers' ? 'new installations' : `the creation of ${WORDS[limit]}`;
  return percent === 100
    ? `From now on ${what} is refused with 403 until some are removed, the plan changes or, for monthly limits, the month ends.`
    : `At the limit, ${what} will be refused.`;
}
