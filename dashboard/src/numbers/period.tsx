import { SegmentedControl } from '@mantine/core';

const PERIODS = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
] as const;
export type Period = (typeof PERIODS)[number]['value'];

/** The time zone of the person at the dashboard: days begin at their midnight. */
export const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The period in a URL; 30 days if it has none. */
export function readPeriod(search: Record<string, unknown>): { period?: Period } {
  const known = PERIODS.find(({ value }) => value === search['period']);
  return known === undefined ? {} : { period: known.value };
}

export function PeriodChoice({
  value,
  onChange,
}: {
  readonly value: Period;
  readonly onChange: (period: Period) => void;
}) {
  return (
    <SegmentedControl
      aria-label="Period"
      className="periods"
      data={PERIODS.map((period) => ({ ...period }))}
      value={value}
      onChange={(chosen) => onChange(readPeriod({ period: chosen }).period ?? '30d')}
    />
  );
}
