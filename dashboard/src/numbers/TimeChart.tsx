import '@mantine/charts/styles.css';
import type { Analytics } from '@fairlead/contract/operations/analytics';
import { AreaChart } from '@mantine/charts';
import { Table } from '@mantine/core';
import { axisMoment, count, shortCount } from '../parts/format.ts';

const SERIES = [
  { name: 'clicks', label: 'Clicks', color: 'harbour.6' },
  { name: 'opens', label: 'App opens', color: 'yellow.7' },
  { name: 'installs', label: 'Installs', color: 'grape.6' },
] as const;

/** Clicks, opens and installs over time; in its own module, because charts are larger than everything else. */
export function TimeChart({ data }: { readonly data: Analytics }) {
  const points = data.series.map((point) => ({
    ...point,
    moment: axisMoment(point.at, data.interval),
  }));
  const most = data.series.reduce((best, point) => Math.max(best, point.clicks), 0);
  return (
    <>
      <div
        role="img"
        aria-label={`Clicks by ${data.interval}: ${count(data.totals.clicks)} in all, at most ${count(most)} in one ${data.interval}.`}
      >
        <AreaChart
          h={260}
          data={points}
          dataKey="moment"
          series={[...SERIES]}
          curveType="monotone"
          withLegend
          withDots={points.length < 3}
          valueFormatter={shortCount}
          yAxisProps={{ allowDecimals: false, width: 44 }}
          areaProps={{ isAnimationActive: false }}
          gridAxis="x"
        />
      </div>
      <Values data={data} />
    </>
  );
}

/** What the chart draws, for those who cannot see it or point at it. */
function Values({ data }: { readonly data: Analytics }) {
  return (
    <details className="details">
      <summary>{`Values by ${data.interval}`}</summary>
      <div className="scroll-x chart-values" tabIndex={0} role="region" aria-label="Values">
        <Table aria-label={`Clicks, opens and installs by ${data.interval}`} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{data.interval === 'hour' ? 'Hour' : 'Day'}</Table.Th>
              {SERIES.map(({ name, label }) => (
                <Table.Th key={name} scope="col" ta="right">
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.series.toReversed().map((point) => (
              <Table.Tr key={point.at}>
                <Table.Th scope="row" fw={400}>
                  {axisMoment(point.at, data.interval)}
                </Table.Th>
                {SERIES.map(({ name }) => (
                  <Table.Td key={name} ta="right" className="number">
                    {count(point[name])}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </details>
  );
}
