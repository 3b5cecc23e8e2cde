import { fillField } from './fills.ts';
import { hostOf, renderPlace } from './places.ts';
import {
  type Draft,
  type FieldRule,
  type Finding,
  type ImportedLink,
  type Place,
  plainName,
  type Source,
  type SourceRecord,
} from './Source.ts';
import { isEmpty, saysNo } from './values.ts';

export interface ConvertOptions {
  /** Every link gets this host, wherever it stood before. */
  readonly domain?: string;
}

/** What becomes of one record: links, or the reason why there is none. */
export interface Conversion {
  readonly row: number;
  /** The short URL, or what the source calls the record. */
  readonly origin: string;
  readonly links: readonly ImportedLink[];
  /** Of each short URL that becomes no link; of the record as a whole where there is no link at all. */
  readonly skipped: readonly { readonly origin: string; readonly reason: string }[];
  readonly findings: readonly Finding[];
}

export interface Converter {
  readonly convert: (record: SourceRecord) => Conversion;
  /** Fields that no rule knows, in the order in which they came. */
  readonly unknown: ReadonlySet<string>;
}

const SLUG = /^[A-Za-z0-9._~-]+(\/[A-Za-z0-9._~-]+)*$/;
const MAX_ID_LENGTH = 255;

/** Turns the records of one source into links; remembers short URLs, so that none is made twice. */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function createConverter(source: Source, options: ConvertOptions = {}): Converter {
  const rules = new Map(
    source.rules.flatMap((rule) => rule.names.map((name) => [plainName(name), rule] as const)),
  );
  const unknown = new Set<string>();
  const seen = new Map<string, number>();
  const spelt = new Map<string, string>();

  function convert({ row, fields }: SourceRecord): Conversion {
    const draft = draftOf(source, rules, unknown, fields);
    const first = draft.places[0];
    const origin = first === undefined ? `row ${row}` : renderPlace(first);
    const none = (reason: string): Conversion => ({
      row,
      origin,
      links: [],
      skipped: [{ origin, reason }],
      findings: draft.findings,
    });
    if (draft.skip !== undefined) return none(draft.skip);
    if (first === undefined) {
      return source.slugOptional === true
        ? unplaced(row, fields, draft)
        : none('It has no short URL');
    }
    const links: ImportedLink[] = [];
    const skipped: { origin: string; reason: string }[] = [];
    for (const place of draft.places) {
      const at = renderPlace(targetOf(place, options));
      const reason = refuse(source, place, options) ?? repeated(row, at);
      if (reason !== undefined) {
        skipped.push({ origin: renderPlace(place), reason });
        continue;
      }
      noteCase(draft, at);
      links.push(linkAt(draft, place, links.length === 0));
    }
    if (links.length > 0) checkLoop(draft, links);
    return { row, origin, links, skipped, findings: draft.findings };
  }

  /** Known again by all that the record says. */
  function unplaced(row: number, fields: SourceRecord['fields'], draft: Draft): Conversion {
    const id = draft.link.externalId ?? `${source.id}:~${digest(JSON.stringify(fields))}`;
    const origin = `row ${row}`;
    const reason = repeated(row, id);
    const domain = options.domain ?? draft.link.domain;
    const link = { ...assemble(draft), ...(domain !== undefined && { domain }), externalId: id };
    return {
      row,
      origin,
      links: reason === undefined ? [link] : [],
      skipped: reason === undefined ? [] : [{ origin, reason }],
      findings: draft.findings,
    };
  }

  /** A second record of a short URL adds nothing; one that differs by case is another link. */
  function repeated(row: number, at: string): string | undefined {
    const before = seen.get(at);
    if (before !== undefined) return `It says the same as row ${before}`;
    seen.set(at, row);
    return undefined;
  }

  /** Slugs are told apart by case; a source that does not tell them apart may mean one link. */
  function noteCase({ findings }: Draft, at: string): void {
    const other = spelt.get(at.toLowerCase());
    if (other === undefined) {
      spelt.set(at.toLowerCase(), at);
      return;
    }
    const message = `It differs from ${other} by case alone; both become links`;
    findings.push({ field: 'short URL', kind: 'changed', message });
  }

  function linkAt(draft: Draft, place: Place, isFirst: boolean): ImportedLink {
    const { host, path } = targetOf(place, options);
    noteMove(draft, place, host);
    return {
      ...assemble(draft),
      slug: path,
      ...(host !== null && { domain: host }),
      externalId: (isFirst ? draft.link.externalId : undefined) ?? idOf(source, place),
    };
  }

  return { convert, unknown };
}

function draftOf(
  source: Source,
  rules: ReadonlyMap<string, FieldRule>,
  unknown: Set<string>,
  fields: Readonly<Record<string, unknown>>,
): Draft {
  const draft: Draft = { link: {}, parameters: {}, metadata: {}, places: [], findings: [] };
  const read = new Map<string, unknown>();
  for (const [name, value] of Object.entries(fields)) {
    const rule = rules.get(plainName(name));
    if (isEmpty(value)) continue;
    if (rule !== undefined) {
      for (const each of rule.names) read.set(plainName(each), value);
      apply(draft, rule, value);
    } else if (source.rest !== undefined) {
      source.rest.take(draft, name, value);
    } else {
      unknown.add(name);
    }
  }
  source.finish(draft, (name) => read.get(plainName(name)));
  return draft;
}

function apply(draft: Draft, rule: FieldRule, value: unknown): void {
  const [field = ''] = rule.names;
  if ('to' in rule) fillField(draft, rule.to, value, field);
  else if ('fill' in rule) rule.fill(draft, value, rule);
  else if ('lost' in rule && !saysNo(value)) {
    draft.findings.push({ field, kind: 'lost', message: rule.lost });
  }
}

function assemble({ link, parameters, metadata }: Draft): ImportedLink {
  const { type = 'unified', ...fields } = link;
  return {
    ...fields,
    type,
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

function targetOf(place: Place, { domain }: ConvertOptions): Place {
  return domain === undefined ? place : { ...place, host: domain };
}

/** Why a short URL can be no link. */
function refuse(source: Source, place: Place, { domain }: ConvertOptions): string | undefined {
  const { host, path } = place;
  if (path === '') {
    return 'The root of a domain is no link: set the default URL of the project instead';
  }
  if (domain === undefined && host !== null && source.ownHosts?.test(host) === true) {
    return `${host} belongs to ${source.name} and cannot be pointed here; choose one domain of yours for all links (--domain on the command line)`;
  }
  if (!SLUG.test(path)) {
    return 'Its path has characters that a slug cannot have: letters, digits and . _ ~ - in segments between single /';
  }
  if (path.length > MAX_ID_LENGTH) return `Its path is longer than ${MAX_ID_LENGTH} characters`;
  return undefined;
}

function noteMove({ findings }: Draft, place: Place, host: string | null): void {
  if (place.host === null || place.host === host) return;
  const message = `The link moves from ${renderPlace(place)} to ${renderPlace({ ...place, host })}`;
  findings.push({ field: 'short URL', kind: 'changed', message });
}

/** A link that leads to a short URL of its own domain may go round in a circle. */
function checkLoop({ findings }: Draft, links: readonly ImportedLink[]): void {
  const hosts = new Set(links.map(({ domain }) => domain));
  for (const field of ['fallbackUrl', 'iosUrl', 'androidUrl'] as const) {
    const url = links[0]?.[field];
    const host = url === undefined ? undefined : hostOf(url);
    if (host === undefined || !hosts.has(host)) continue;
    const message = `${field} leads to the link domain itself (${url}): check that it is no circle`;
    findings.push({ field, kind: 'changed', message });
  }
}

/** `source:host/path`, so that a record that comes again finds its link. */
function idOf(source: Source, place: Place): string {
  const id = `${source.id}:${renderPlace(place)}`;
  if (id.length <= MAX_ID_LENGTH) return id;
  const end = `~${digest(id)}`;
  return id.slice(0, MAX_ID_LENGTH - end.length) + end;
}

/** FNV-1a of 64 bits, in hex: enough to tell long paths apart. */
function digest(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
