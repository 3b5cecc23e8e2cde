import '@mantine/charts/styles.css';
import type { Analytics } from '@fairlead/contract/operations/analytics';
import { AreaChart } from '@mantine/charts';
import { axisMoment, count, shortCount } from '../parts/format.ts';

const SERIES = [
  { name: 'clicks', label: 'Clicks', color: 'harbour.6' },
  { name: 'opens', label: 'App opens', color: 'yellow.7' },
  { name: 'installs', label: 'Installs', color: 'grape.6' },
];

/** Clicks, opens and installs over time; in its own module, because charts are larger than everything else. */
export function TimeChart({ data }: { readonly data: Analytics }) {
  const points = data.series.map((point) => ({
    ...point,
    moment: axisMoment(point.at, data.interval),
  }));
  const most = data.series.reduce((best, point) => Math.max(best, point.clicks), 0);
  return (
    <div
      role="img"
      aria-label={`Clicks by ${data.interval}: ${count(data.totals.clicks)} in all, at most ${count(most)} in one ${data.interval}.`}
    >
      <AreaChart
        h={260}
        data={points}
        dataKey="moment"
        series={SERIES}
        curveType="monotone"
        withLegend
        withDots={points.length < 3}
        valueFormatter={shortCount}
        yAxisProps={{ allowDecimals: false, width: 44 }}
        areaProps={{ isAnimationActive: false }}
        gridAxis="x"
      />
    </div>
  );
}
