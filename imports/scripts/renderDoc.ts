import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderMapping } from '@fairlead/imports/renderMapping';
import type { Source } from '@fairlead/imports/Source';

const FOLDER = join(import.meta.dirname, '../../docs/moving-in');
const TABLE = /(<!-- table -->\n)[^]*?(\n<!-- end of table -->)/;

export function docOf(source: Source): string {
  return join(FOLDER, `${source.id}.md`);
}

/** The page of a source with the table that its rules make; the words around it are written by hand. */
export function renderDoc(source: Source): string {
  const text = readFileSync(docOf(source), 'utf8');
  if (!TABLE.test(text)) throw new Error(`${docOf(source)} has no place for its table`);
  return text.replace(
    TABLE,
    (_, start: string, end: string) => start + renderMapping(source) + end,
  );
}
