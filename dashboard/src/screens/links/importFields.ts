import { DESTINATION_FIELDS } from '@fairlead/contract/destinationFields';
import type { BulkLinkRequest } from '@fairlead/contract/operations/linkManagement';
import { FIELD_LABELS } from '../../api/fieldLabels.ts';

/** Fields of a link that a column of a file can fill, in words. */
export const IMPORT_FIELDS = {
  type: FIELD_LABELS.type,
  name: FIELD_LABELS.name,
  slug: FIELD_LABELS.slug,
  domain: FIELD_LABELS.domain,
  externalId: FIELD_LABELS.externalId,
  fallbackUrl: FIELD_LABELS.fallbackUrl,
  iosUrl: FIELD_LABELS.iosUrl,
  androidUrl: FIELD_LABELS.androidUrl,
  iosFallbackUrl: FIELD_LABELS.iosFallbackUrl,
  androidFallbackUrl: FIELD_LABELS.androidFallbackUrl,
  ogTitle: FIELD_LABELS.ogTitle,
  ogDescription: FIELD_LABELS.ogDescription,
  ogImage: FIELD_LABELS.ogImage,
  metadata: `${FIELD_LABELS.metadata} (JSON)`,
  parameters: `${FIELD_LABELS.parameters} (JSON)`,
  allowQueryPassthrough: `${FIELD_LABELS.allowQueryPassthrough} (yes or no)`,
} as const;
export type ImportField = keyof typeof IMPORT_FIELDS;

/** The field of each column of the file, by the column's place. */
export type Mapping = ReadonlyMap<number, ImportField>;

const FIELDS = Object.keys(IMPORT_FIELDS) as ImportField[];
/** Headings of other tools' files, without case, spaces and signs. */
const ALIASES: Readonly<Record<string, ImportField>> = {
  url: 'fallbackUrl',
  longurl: 'fallbackUrl',
  originalurl: 'fallbackUrl',
  targeturl: 'fallbackUrl',
  destination: 'fallbackUrl',
  destinationurl: 'fallbackUrl',
  weburl: 'fallbackUrl',
  desktopurl: 'fallbackUrl',
  customslug: 'slug',
  shortcode: 'slug',
  alias: 'slug',
  host: 'domain',
  reference: 'externalId',
  description: 'ogDescription',
  image: 'ogImage',
  passthrough: 'allowQueryPassthrough',
};

/** What the headings say by themselves: the API's names and those of the export, whatever their case. */
export function mapHeadings(headings: readonly string[]): Mapping {
  const mapping = new Map<number, ImportField>();
  const used = new Set<ImportField>();
  for (const [place, heading] of headings.entries()) {
    const plain = heading.toLowerCase().replaceAll(/[^a-z]/g, '');
    const field = FIELDS.find((each) => each.toLowerCase() === plain) ?? ALIASES[plain];
    if (field === undefined || used.has(field)) continue;
    used.add(field);
    mapping.set(place, field);
  }
  return mapping;
}

/** Gives a column another field, or none; a field has one column. */
export function remap(mapping: Mapping, place: number, field: ImportField | null): Mapping {
  const others = [...mapping].filter(([at, each]) => at !== place && each !== field);
  return new Map(field === null ? others : [...others, [place, field]]);
}

const TEXTS = [
  'name',
  'slug',
  'domain',
  'externalId',
  ...DESTINATION_FIELDS,
] as const satisfies readonly ImportField[];
const PREVIEW = ['ogTitle', 'ogDescription', 'ogImage'] as const;
const YES = new Set(['yes', 'true', '1', 'on']);
const NO = new Set(['no', 'false', '0', 'off', '']);

/** The link of one row, with what is filled in alone, or what is wrong with the row. */
export function linkOfRow(cells: readonly string[], mapping: Mapping): BulkLinkRequest | string {
  const given = new Map(
    [...mapping].map(([place, field]) => [field, cleanCell(cells[place] ?? '')]),
  );
  const cell = (field: ImportField): string => given.get(field) ?? '';
  const type = cell('type').toLowerCase() || 'dynamic';
  if (type !== 'dynamic' && type !== 'unified') {
    return `Type must be dynamic or unified, not “${type.slice(0, 40)}”`;
  }
  const parameters = readObject(cell('parameters'));
  const metadata = readObject(cell('metadata'));
  if (parameters === undefined) return 'Parameters must be a JSON object such as {"screen":"sale"}';
  if (metadata === undefined) return 'Metadata must be a JSON object such as {"ogTitle":"Sale"}';
  const passthrough = cell('allowQueryPassthrough').toLowerCase();
  if (!YES.has(passthrough) && !NO.has(passthrough)) {
    return `“Pass query parameters through” must be yes or no, not “${passthrough.slice(0, 40)}”`;
  }
  for (const key of PREVIEW) if (cell(key) !== '') metadata[key] = cell(key);
  return {
    ...Object.fromEntries(TEXTS.map((key) => [key, cell(key)]).filter(([, text]) => text !== '')),
    type,
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(YES.has(passthrough) && { allowQueryPassthrough: true }),
  };
}

/** The export defuses what a spreadsheet would run as a formula; here it becomes itself again. */
export function cleanCell(cell: string): string {
  return cell.trim().replace(/^'(?=[-=+@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, '');
}

function readObject(text: string): Record<string, unknown> | undefined {
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
