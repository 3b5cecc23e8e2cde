import { figuresOf, type Measurement } from './measureRounds.ts';

/** The heading of tables of measurements. */
const MEASUREMENT_HEADING = [
  '',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'CPU µs',
  'database µs',
] as const;

/** The heading of tables of measurements against a bare server. */
export const COMPARED_HEADING = [...MEASUREMENT_HEADING, 'of bare'] as const;

function measurementRow(label: string, measurement: Measurement): string[] {
  const { requestsPerSecond, p50, p99, cpuMicros, databaseCpuMicros } = figuresOf(measurement);
  return [
    label,
    requestsPerSecond.toFixed(0),
    p50.toFixed(2),
    p99.toFixed(2),
    cpuMicros?.toFixed(1) ?? '-',
    databaseCpuMicros?.toFixed(1) ?? '-',
  ];
}

/** `ratio` is the rate as a share of the bare server's. */
export function comparedRow(label: string, measurement: Measurement, ratio: number): string[] {
  return [...measurementRow(label, measurement), ratio.toFixed(3)];
}
