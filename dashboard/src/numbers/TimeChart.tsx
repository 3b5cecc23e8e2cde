import '@mantine/charts/styles.css';
import type { Analytics } from '@fairlead/contract/operations/analytics';
import { CompositeChart } from '@mantine/charts';
import { Table } from '@mantine/core';
import { axisMoment, count, shortCount } from '../parts/format.ts';
import type { Note } from './notes/notesOf.ts';
import { isRunning } from './numbersWindow.ts';

const CLICKS = { name: 'clicks', label: 'Clicks', color: 'harbour.6', type: 'bar' } as const;
const OPENS = { name: 'opens', label: 'App opens', color: 'yellow.7', type: 'line' } as const;
const INSTALLS = { name: 'installs', label: 'Installs', color: 'grape.6', type: 'line' } as const;
const COUNTED = [CLICKS, OPENS, INSTALLS];
/** Paler than other clicks, on light and on dark. */
const RUNNING = {
  name: 'running',
  label: 'Clicks so far',
  color: 'color-mix(in srgb, var(--mantine-color-harbour-6) 45%, transparent)',
  type: 'bar',
} as const;
const BEFORE = {
  name: 'before',
  label: 'Clicks before',
  color: 'gray.6',
  type: 'line',
  strokeDasharray: '5 4',
} as const;
/** Points of lines are marked where they are few enough to be told apart. */
const FEW_POINTS = 35;

interface TimeChartProps {
  readonly data: Analytics;
  /** What it is compared with. */
  readonly before: Analytics | undefined;
  readonly notes: readonly Note[];
}

const INTERVALS = {
  hour: { label: 'hour', heading: 'Hour' },
  day: { label: 'day', heading: 'Day' },
} as const;

/**
 * Clicks as bars, opens and installs as straight lines: a curve would show values between days that nobody has counted. The day or hour
 * that is not over yet is paler. In its own module, because charts are larger than everything else.
 */
export function TimeChart({ data, before, notes }: TimeChartProps) {
  const { label: interval } = INTERVALS[data.interval];
  const running = isRunning(data) ? data.series.at(-1) : undefined;
  const points = data.series.map((point, place) => ({
    moment: axisMoment(point.at, data.interval),
    [point === running ? 'running' : 'clicks']: point.clicks,
    opens: point.opens,
    installs: point.installs,
    before: before?.series[place]?.clicks,
  }));
  const most = data.series.reduce((best, point) => Math.max(best, point.clicks), 0);
  return (
    <>
      <div
        role="img"
        aria-label={`Clicks by ${interval}: ${count(data.totals.clicks)} in all, at most ${count(most)} in one ${interval}.`}
      >
        <CompositeChart
          h={260}
          data={points}
          dataKey="moment"
          series={[
            CLICKS,
            ...(running === undefined ? [] : [RUNNING]),
            OPENS,
            INSTALLS,
            ...(before === undefined ? [] : [BEFORE]),
          ]}
          curveType="linear"
          withLegend
          legendProps={{ itemSorter: null }}
          withDots={points.length <= FEW_POINTS}
          dotProps={{ r: 2 }}
          barProps={{ isAnimationActive: false, stackId: 'clicks' }}
          lineProps={{ isAnimationActive: false }}
          maxBarWidth={40}
          valueFormatter={shortCount}
          yAxisProps={{ allowDecimals: false, width: 44 }}
          gridAxis="x"
          referenceLines={notes.map(({ at, number }) => ({
            x: axisMoment(at, data.interval),
            label: String(number),
            color: 'gray.6',
          }))}
        />
      </div>
      <Values data={data} before={before} running={running} />
    </>
  );
}

interface ValuesProps extends Omit<TimeChartProps, 'notes'> {
  /** The point that is not over yet. */
  readonly running: Analytics['series'][number] | undefined;
}

/** What the chart draws, for those who cannot see it or point at it. */
function Values({ data, before, running }: ValuesProps) {
  const { label: interval, heading } = INTERVALS[data.interval];
  const rows = data.series.map((point, place) => ({ point, earlier: before?.series[place] }));
  return (
    <details className="details">
      <summary>{`Values by ${interval}`}</summary>
      <div className="scroll-x chart-values" tabIndex={0} role="region" aria-label="Values">
        <Table aria-label={`Clicks, opens and installs by ${interval}`} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{heading}</Table.Th>
              {COUNTED.map(({ name, label }) => (
                <Table.Th key={name} scope="col" ta="right">
                  {label}
                </Table.Th>
              ))}
              {before !== undefined && (
                <Table.Th scope="col" ta="right">
                  {BEFORE.label}
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.toReversed().map(({ point, earlier }) => (
              <Table.Tr key={point.at}>
                <Table.Th scope="row" fw={400}>
                  {axisMoment(point.at, data.interval)}
                  {point === running && ' so far'}
                </Table.Th>
                {COUNTED.map(({ name }) => (
                  <Table.Td key={name} ta="right" className="number">
                    {count(point[name])}
                  </Table.Td>
                ))}
                {before !== undefined && (
                  <Table.Td ta="right" className="number">
                    {earlier === undefined
                      ? '–'
                      : `${count(earlier.clicks)} (${axisMoment(earlier.at, data.interval)})`}
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </details>
  );
}
