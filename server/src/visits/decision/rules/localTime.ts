import { MINUTE_MS } from '#platform/lib/time.ts';

interface LocalTime {
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number;
  readonly hour: number;
}

/** Clocks are set at quarters of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** Of the last time that was asked for: mostly it is asked for again. */
  quarter: number;
  time: LocalTime;
}
const zones = new Map<string, Zone>();

/** Weekday and hour at a moment (milliseconds since the epoch) in an IANA time zone; an unknown zone is UTC. */
export function localTime(at: number, timeZone: string): LocalTime {
  const zone = zones.get(timeZone) ?? open(timeZone);
  const quarter = Math.floor(at / QUARTER_MS);
  if (zone.quarter !== quarter) {
    zone.time = read(zone.format, at);
    zone.quarter = quarter;
  }
  return zone.time;
}

function open(timeZone: string): Zone {
  const zone = { format: formatOf(timeZone), quarter: NaN, time: { weekday: 1, hour: 0 } };
  zones.set(timeZone, zone);
  return zone;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const parts = { weekday: 'short', hour: 'numeric', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...parts, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' });
  }
}

function read(format: Intl.DateTimeFormat, at: number): LocalTime {
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    weekday: WEEKDAYS.indexOf(parts.get('weekday') ?? '') + 1,
    hour: Number(parts.get('hour')),
  };
}
