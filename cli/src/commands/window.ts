import { type CommandOptions, type ValuesOf } from '../command.ts';
import { CommandError } from '../CommandError.ts';
import { definedFields } from '../definedFields.ts';

const PERIODS = ['24h', '7d', '30d', '90d'] as const;

/** Options of numbers: when what is counted happened. */
export const WINDOW = {
  period: { kind: 'text', value: 'PERIOD', help: `${PERIODS.join(', ')}; 30d if left out` },
  from: { kind: 'text', value: 'TIME', help: 'such as 2026-01-31T00:00:00Z, inclusive' },
  to: { kind: 'text', value: 'TIME', help: 'exclusive' },
  'time-zone': { kind: 'text', value: 'ZONE', help: 'such as Europe/Berlin' },
} as const satisfies CommandOptions;

/** The query of those options. */
export function windowOf({ period, from, to, 'time-zone': timeZone }: ValuesOf<typeof WINDOW>) {
  return definedFields({ period: oneOf('period', PERIODS, period), from, to, timeZone });
}

/** A CommandError with exit status 2 for a value that is none of them. */
export function oneOf<T extends string>(
  option: string,
  names: readonly T[],
  value: string | undefined,
): T | undefined {
  const found = names.find((name) => name === value);
  if (value === undefined || found !== undefined) return found;
  throw new CommandError(2, `--${option} is one of ${names.join(', ')}`);
}
