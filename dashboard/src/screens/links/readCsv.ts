import type { CreateProjectLinkRequest } from '@fairlead/contract/operations/dashboard/links';
import Papa from 'papaparse';
import { creationOf, NEW_LINK, type LinkValues } from './linkValues.ts';

export interface CsvLinks {
  readonly links: readonly CreateProjectLinkRequest[];
  /** Columns that were understood, as the file calls them. */
  readonly used: readonly string[];
  readonly ignored: readonly string[];
  readonly problem: string | undefined;
}

type Column = keyof LinkValues;

const TEXTS = [
  'name',
  'slug',
  'domain',
  'externalId',
  'fallbackUrl',
  'iosUrl',
  'androidUrl',
  'iosFallbackUrl',
  'androidFallbackUrl',
  'ogTitle',
  'ogDescription',
  'ogImage',
] as const satisfies readonly Column[];
const COLUMNS: readonly Column[] = ['type', ...TEXTS, 'parameters'];

/** Links of a CSV file with a heading row; columns by the API's names, whatever their case and spaces. */
export function readCsv(text: string): CsvLinks {
  const { data, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
  });
  const headings = meta.fields ?? [];
  const columns = new Map(headings.map((heading) => [heading, columnOf(heading)]));
  const used = headings.filter((heading) => columns.get(heading) !== undefined);
  const links: CreateProjectLinkRequest[] = [];
  for (const [index, row] of data.entries()) {
    const cells = new Map(
      used.map((heading) => [columns.get(heading), row[heading]?.trim() ?? '']),
    );
    const link = readRow((column) => cells.get(column) ?? '');
    if (typeof link === 'string')
      return { links, used, ignored: [], problem: `Row ${index + 1}: ${link}` };
    links.push(link);
  }
  const ignored = headings.filter((heading) => !used.includes(heading));
  const problem = links.length === 0 ? 'The file has no row below its headings.' : undefined;
  return { links, used, ignored, problem: used.length === 0 ? NO_COLUMN : problem };
}

const NO_COLUMN = `No column is known. Name them after the fields of a link: ${COLUMNS.join(', ')}.`;

function columnOf(heading: string): Column | undefined {
  const plain = heading.toLowerCase().replaceAll(/[^a-z]/g, '');
  return COLUMNS.find((column) => column.toLowerCase() === plain);
}

function readRow(cell: (column: Column) => string): CreateProjectLinkRequest | string {
  const type = cell('type').toLowerCase() || 'dynamic';
  if (type !== 'dynamic' && type !== 'unified')
    return `type must be dynamic or unified, not ${type}.`;
  const parameters = readParameters(cell('parameters'));
  if (parameters === undefined)
    return 'parameters must be a JSON object such as {"screen":"sale"}.';
  const texts = Object.fromEntries(TEXTS.map((column) => [column, cell(column)]));
  return creationOf({ ...NEW_LINK, ...texts, type, parameters });
}

function readParameters(text: string): Record<string, unknown> | undefined {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined;
  } catch {
    return undefined;
  }
}
