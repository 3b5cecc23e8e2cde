/** The numbers that pino writes for its levels. */
const LEVELS: Readonly<Record<number, readonly [word: string, colour: number]>> = {
  10: ['trace', 90],
  20: ['debug', 90],
  30: ['info', 36],
  40: ['warn', 33],
  50: ['error', 31],
  60: ['fatal', 31],
};

interface LogLine {
  readonly level?: number;
  readonly time?: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
  readonly [name: string]: unknown;
}

/**
 * A line of the log for people: `12:31:07 info Listening port=3000 host=127.0.0.1`, an error's stack below it.
 * Anything that is not one of our lines is returned unchanged.
 */
export function formatLogLine(json: string, colours: boolean): string {
  const line = parse(json);
  if (line === undefined) return json;
  const { level = 30, time, msg = '', err, pid: _, hostname: __, ...details } = line;
  const [word, colour] = LEVELS[level] ?? [String(level), 36];
  const paint = (code: number, text: string) =>
    colours ? `\u001B[${code}m${text}\u001B[0m` : text;
  const rest = Object.entries(details)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
  const stack = err?.stack ?? err?.message;
  return [
    paint(90, clockOf(time)),
    paint(colour, word.padEnd(5)),
    rest === '' ? msg : `${msg}  ${paint(90, rest)}`,
  ]
    .join(' ')
    .concat(stack === undefined ? '\n' : `\n${stack.replaceAll(/^/gm, '  ')}\n`);
}

/** In the viewer's local time: they know the date. */
function clockOf(time: number | undefined): string {
  return new Date(time ?? Date.now()).toTimeString().slice(0, 8);
}

function parse(json: string): LogLine | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
