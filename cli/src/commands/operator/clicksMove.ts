import { command } from '../../command.ts';

export const clicksMove = command({
  name: 'clicks move',
  summary:
    'Copy clicks and events from PostgreSQL into the ClickHouse of CLICKS_URL, while no server runs; goes on where it stopped',
  audience: 'operator',
  options: {},
  run: ({ program }) => program(['clicks-move']),
  render: ({ clicks, events, days, seconds }) => [
    `Copied ${String(clicks)} clicks and ${String(events)} events; a recount of ${String(days)} days of projects is the same in both (${String(seconds)} s).`,
    'PostgreSQL keeps neither any more: start every server with CLICKS_URL.',
  ],
});
