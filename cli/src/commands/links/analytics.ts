import {
  type Analytics,
  getLinkAnalytics,
  getProjectAnalytics,
} from '@fairlead/contract/operations/analytics';
import { findLink } from '../../account/findLink.ts';
import { command } from '../../command.ts';
import { renderPairs, renderTable } from '../../terminal/renderTable.ts';
import { WINDOW, windowOf } from '../window.ts';
import type { Style } from '../../terminal/Style.ts';

export const analytics = command({
  name: 'analytics',
  summary: 'Numbers of the project, or of one link, as a table or as JSON',
  parameters: ['[LINK]'],
  options: WINDOW,
  async run({ account }, values, [link]) {
    const query = windowOf(values);
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
