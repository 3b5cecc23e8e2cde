import { rebuildAnalytics } from '@fairlead/contract/operations/analytics';
import { command } from '../../command.ts';

/** How long an HTTP client waits for an answer; the server continues after that. */
const TIME_LIMIT_MS = 290_000;

export const rebuild = command({
  name: 'rebuild',
  summary: 'Count all numbers of links and projects again from the clicks that are kept',
  audience: 'operator',
  options: {
    fewer: {
      kind: 'flag',
      help: 'also if more than 5 % of all clicks are missing and the totals fall by that much',
    },
  },
  run: ({ call }, { fewer }) =>
    call(rebuildAnalytics, { query: fewer ? { fewer } : {} }, { timeout: TIME_LIMIT_MS }),
  render: ({ clicks, corrected, seconds }) => [
    `Counted ${clicks} clicks in ${seconds} s; ${corrected} links had wrong totals.`,
  ],
});
