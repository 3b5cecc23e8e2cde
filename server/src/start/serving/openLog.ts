import { pino, type Logger } from 'pino';
import type { Config } from '#platform/config/config.ts';
import { formatLogLine } from '#platform/lib/process/formatLogLine.ts';

/** The log on standard error: JSON for machines, readable lines on a terminal. */
export function openLog(
  { logLevel }: Config,
  terminal: { isTTY: boolean; noColor: boolean },
): Logger {
  const destination = pino.destination(2);
  if (!terminal.isTTY) return pino({ level: logLevel }, destination);
  return pino(
    { level: logLevel },
    { write: (line) => void destination.write(formatLogLine(line, !terminal.noColor)) },
  );
}
