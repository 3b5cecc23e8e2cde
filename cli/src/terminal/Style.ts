import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** How text for people is formatted: the width of the terminal, and colours if it supports them. */
export interface Style {
  /** Columns of the terminal; undefined if the output goes elsewhere and nothing is truncated. */
  readonly columns: number | undefined;
  readonly paint: (format: Format, text: string) => string;
}

/** Colours only on a terminal, and never with NO_COLOR (https://no-color.org) or TERM=dumb. */
export function styleOf(
  env: Readonly<Record<string, string | undefined>>,
  columns: number | undefined,
): Style {
  const colours = columns !== undefined && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  return {
    columns,
    // The environment is already taken into account above, for the stream that is written to.
    paint: (format, text) => (colours ? styleText(format, text, { validateStream: false }) : text),
  };
}
