/**
 * Loaded before a server (`--import`): its clock is wrong by `CLOCK_SHIFT_MS`, as that of a machine without a time
 * server. Only the time of day: what measures durations (`performance.now`) and timers run as ever.
 */
const shift = Number(process.env['CLOCK_SHIFT_MS']);
const now = Date.now.bind(Date);

Date.now = () => now() + shift;
globalThis.Date = new Proxy(Date, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now() + shift] : values, newTarget) as Date,
  apply: () => new Date().toString(),
});
