const MINUTE = 60_000;

/** A moment as an input of type `datetime-local` has it, in a time zone. */
export function inputInZone(at: string, timeZone: string): string {
  const moment = Date.parse(at);
  return new Date(moment + offsetAt(moment, timeZone)).toISOString().slice(0, 16);
}

/** The moment that such an input means; an hour that the clock skips is the one after. */
export function momentInZone(text: string, timeZone: string): string {
  const local = Date.parse(`${text}Z`);
  const guess = local - offsetAt(local, timeZone);
  return new Date(local - offsetAt(guess, timeZone)).toISOString();
}

/** Milliseconds by which the clock of a time zone is ahead of UTC. */
function offsetAt(moment: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
    timeZone,
  });
  const parts = new Map(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const clock = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
  );
  return clock - Math.floor(moment / MINUTE) * MINUTE;
}
