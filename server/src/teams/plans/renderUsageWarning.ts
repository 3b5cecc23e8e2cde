import { nameInMail } from '../accounts/users/checkName.ts';
import type { MailMessage } from '#platform/ports/Mail.ts';
import type { DueWarning } from './claimWarnings.ts';

const WORDS = {
  links: 'links',
  domains: 'domains',
  members: 'members',
  apiKeys: 'API keys',
  monthlyActiveUsers: 'monthly active users',
} as const;

/** Rule: limits: the owner's email at 80 % and at 100 % of a limit. */
export function renderUsageWarning(
  { projectName, ownerEmail, limit, used, allowed, percent }: DueWarning,
  options: { readonly planName: string; readonly sellsOverage: boolean; readonly url: string },
): MailMessage {
  const name = nameInMail(projectName, 'Your project');
  const amount = `${used.toLocaleString('en-US')} of ${allowed.toLocaleString('en-US')} ${WORDS[limit]}`;
  return {
    to: ownerEmail,
    subject: `${name}: ${percent} % of ${WORDS[limit]} used`,
    text: `The project "${name}" uses ${amount} included in its ${options.planName} plan.

${consequenceOf(limit, percent, options.sellsOverage)}
Existing links keep working in any case.

See the project's usage, or change its plan:
${options.url}
`,
  };
}

function consequenceOf(limit: DueWarning['limit'], percent: number, sellsOverage: boolean): string {
  if (limit === 'monthlyActiveUsers' && sellsOverage) {
    return percent === 100
      ? 'Users beyond the limit are billed as overage, for each thousand or part of a thousand.'
      : 'Users beyond the limit will be billed as overage, for each thousand or part of a thousand.';
  }
  const what = limit === 'monthlyActiveUsers' ? 'new installations' : `new ${WORDS[limit]}`;
  return percent === 100
    ? `From now on, ${what} are refused until ${limit === 'monthlyActiveUsers' ? 'the month ends' : 'some are removed'} or the plan is changed.`
    : `At the limit, ${what} will be refused.`;
}
