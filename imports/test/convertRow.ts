import { type Conversion, type ConvertOptions, createConverter } from '@fairlead/imports/convert';
import { parseCsv, recordsOf } from '@fairlead/imports/readFile';
import { recogniseSource } from '@fairlead/imports/sources/index';
import type { Source } from '@fairlead/imports/Source';

/** What becomes of the rows of a file, whose source is told by its headings. */
export function convertFile(
  text: string,
  options: ConvertOptions = {},
): { source: string; conversions: Conversion[]; unknown: string[] } {
  const file = parseCsv(text);
  if (typeof file === 'string') throw new Error(file);
  const source = recogniseSource(file.headings);
  if (source === undefined) throw new Error('No source has such a file');
  const converter = createConverter(source, options);
  const conversions = recordsOf(file, source).map((record) => converter.convert(record));
  return { source: source.id, conversions, unknown: [...converter.unknown] };
}

/** What becomes of one object of an API. */
export function convertObject(
  source: Source,
  fields: Record<string, unknown>,
  options: ConvertOptions = {},
): Conversion {
  return createConverter(source, options).convert({ row: 1, fields });
}

/** A line of a CSV file. */
export function line(...cells: (string | number)[]): string {
  return `${cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')}\n`;
}
