import { type CsvFile, readTable, recordsOf } from '@fairlead/imports/readFile';
import type { Source, SourceId, SourceRecord } from '@fairlead/imports/Source';
import { namesDestination } from '@fairlead/imports/sources/branch';
import { type CsvField, proposeFields } from '@fairlead/imports/sources/csv';
import { recogniseSource, SOURCES } from '@fairlead/imports/sources/index';

/** The field of each column of the file, by the column's position. */
export type Mapping = ReadonlyMap<number, CsvField>;

/** A file and how to read it. */
export interface ImportSetup {
  readonly name: string;
  readonly file: CsvFile;
  readonly sourceId: SourceId;
  /** For a file whose source is `csv`. */
  readonly mapping: Mapping;
  /** The domain of all links; null: the one in the file. */
  readonly domain: string | null;
}

/** Reads a file and recognises its source by the headings; a string says why that is not possible. */
export async function readSetup(chosen: File): Promise<ImportSetup | string> {
  const file = readTable(new Uint8Array(await chosen.arrayBuffer()));
  if (typeof file === 'string') return file;
  const sourceId = recogniseSource(file.headings)?.id ?? 'csv';
  return { name: chosen.name, file, sourceId, mapping: proposeMapping(file), domain: null };
}

function proposeMapping({ headings }: CsvFile): Mapping {
  const fields = proposeFields(headings);
  return new Map(
    fields.flatMap((field, place) => (field === undefined ? [] : [[place, field] as const])),
  );
}

/** Gives a column another field, or none; a field has one column. */
export function remap(mapping: Mapping, place: number, field: CsvField | null): Mapping {
  const others = [...mapping].filter(([at, each]) => at !== place && each !== field);
  return new Map(field === null ? others : [...others, [place, field]]);
}

/** Why the file cannot be imported as it is; undefined if it can. */
export function faultOf({
  file,
  sourceId,
  mapping,
}: ImportSetup): 'unmapped' | 'urlsOnly' | undefined {
  if (sourceId === 'csv' && mapping.size === 0) return 'unmapped';
  if (sourceId === 'branch' && !namesDestination(file.headings)) return 'urlsOnly';
  return undefined;
}

export function sourceOf({ sourceId }: ImportSetup): Source {
  return SOURCES[sourceId];
}

/** The rows as records; a column mapped to nothing is omitted. */
export function recordsIn(setup: ImportSetup): SourceRecord[] {
  const { file, sourceId, mapping } = setup;
  const named =
    sourceId === 'csv'
      ? new Map(file.headings.map((_, place) => [place, mapping.get(place) ?? null]))
      : undefined;
  return recordsOf(file, sourceOf(setup), named);
}
