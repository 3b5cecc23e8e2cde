import { command } from '../../command.ts';

export const clicksForget = command({
  name: 'clicks forget',
  summary:
    'Give up the clicks and events that were in ClickHouse, where that is lost for good, while no server runs',
  audience: 'operator',
  options: {},
  run: ({ program }) => program(['clicks-forget']),
  render: () => [
    'The next start makes new tables in the ClickHouse of CLICKS_URL or, without it, keeps clicks in PostgreSQL.',
    'Lifetime numbers still have the lost clicks, until fairlead rebuild --fewer takes them out.',
  ],
});
