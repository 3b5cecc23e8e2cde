import {
  type Analytics,
  getLinkAnalytics,
  getProjectAnalytics,
} from '@fairlead/contract/operations/analytics';
import { findLink } from '../../account/findLink.ts';
import { command } from '../../command.ts';
import { CommandError } from '../../CommandError.ts';
import { definedFields } from '../../definedFields.ts';
import { renderPairs, renderTable } from '../../terminal/renderTable.ts';
import type { Style } from '../../terminal/Style.ts';

const PERIODS = ['24h', '7d', '30d', '90d'] as const;

export const analytics = command({
  name: 'analytics',
  summary: 'Numbers of the project, or of one link, as a table or as JSON',
  parameters: ['[LINK]'],
  options: {
    period: { kind: 'text', value: 'PERIOD', help: `${PERIODS.join(', ')}; 30d if left out` },
    from: { kind: 'text', value: 'TIME', help: 'such as 2026-01-31T00:00:00Z, inclusive' },
    to: { kind: 'text', value: 'TIME', help: 'exclusive' },
    'time-zone': { kind: 'text', value: 'ZONE', help: 'such as Europe/Berlin' },
  },
  async run({ account }, values, [link]) {
    const period = PERIODS.find((name) => name === values.period);
    if (values.period !== undefined && period === undefined) {
      throw new CommandError(2, `--period is one of ${PERIODS.join(', ')}`);
    }
    const { from, to, 'time-zone': timeZone } = values;
    const query = definedFields({ period, from, to, timeZone });
    const me = await account();
    const projectId = await me.projectId();
    if (link === undefined) return me.call(getProjectAnalytics, { params: { projectId }, query });
    const { id } = await findLink(me, link);
    return me.call(getLinkAnalytics, { params: { projectId, linkId: id }, query });
  },
  render({ from, to, totals, series, topValues, interval }, style) {
    const day = (at: string) => (interval === 'day' ? at.slice(0, 10) : at.slice(0, 16));
    return [
      style.paint('bold', `${from} to ${to}`),
      ...renderPairs(
        [
          ['Clicks', totals.clicks],
          ['Visitors', totals.uniqueVisitors],
          ['Opens', totals.opens],
          ['Installs', totals.installs],
          ['Sessions', totals.sessions],
          ['Previews', totals.previews],
          ['Bots', totals.bots],
        ],
        style,
      ),
      '',
      ...renderTable(
        [interval === 'day' ? 'DAY' : 'HOUR', 'CLICKS', 'OPENS', 'INSTALLS', ''],
        series.map(({ at, clicks, opens, installs }) => [
          day(at),
          clicks,
          opens,
          installs,
          '▇'.repeat(share(clicks, series)),
        ]),
        style,
      ),
      ...renderTopValues(topValues, style),
    ];
  },
});

const MAX_BAR = 30;

function share(clicks: number, series: Analytics['series']): number {
  const most = Math.max(1, ...series.map((point) => point.clicks));
  return Math.round((clicks / most) * MAX_BAR);
}

function renderTopValues(topValues: Analytics['topValues'], style: Style): string[] {
  return Object.entries(topValues)
    .filter(([, values]) => values.some(({ name }) => name !== null))
    .flatMap(([name, values]) => [
      '',
      ...renderTable(
        [name.toUpperCase(), 'CLICKS'],
        values.map((value) => [value.name ?? '(unknown)', value.clicks]),
        style,
      ),
    ]);
}
