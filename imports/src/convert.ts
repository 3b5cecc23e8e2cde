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
import { LIMITS } from '@fairlead/contract/limits';

export interface ConvertOptions {
  /** Every link gets this host, wherever it stood before. */
  readonly domain?: string;
}

/** A short URL that becomes no link: something is wrong with it, or it is left out on purpose. */
export interface Unmade {
  readonly origin: string;
  readonly status: 'refused' | 'skipped';
  readonly reason: string;
}

/** What becomes of one record: links, or the reason why there is none. */
export interface Conversion {
  readonly row: number;
  /** The short URL, or what the source calls the record. */
  readonly origin: string;
  readonly links: readonly ImportedLink[];
  /** Of each short URL that becomes no link; of the record as a whole where it has none. */
  readonly unmade: readonly Unmade[];
  readonly findings: readonly Finding[];
}

export interface Converter {
  readonly convert: (record: SourceRecord) => Conversion;
  /** Fields that no rule knows, in the order in which they came. */
  readonly unknown: ReadonlySet<string>;
}

const SLUG = /^[A-Za-z0-9._~-]+(\/[A-Za-z0-9._~-]+)*$/;

/** Turns the records of one source into links; remembers short URLs, so that none is made twice. */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function createConverter(source: Source, options: ConvertOptions = {}): Converter {
  const rules = new Map(
    source.rules.flatMap((rule) => rule.names.map((name) => [plainName(name), rule] as const)),
  );
  const unknown = new Set<string>();
  const places = new Map<string, Seen>();
  const ids = new Map<string, Seen>();
  const spelt = new Map<string, string>();

  function convert({ row, fields, fault }: SourceRecord): Conversion {
    const draft = draftOf(source, rules, unknown, fields);
    const first = draft.places[0];
    const origin = first === undefined ? `row ${row}` : renderPlace(first);
    const made = (links: readonly ImportedLink[], unmade: readonly Unmade[]): Conversion => ({
      row,
      origin,
      links,
      unmade,
      findings: draft.findings,
    });
    if (draft.skip !== undefined) {
      return made([], [{ origin, status: 'skipped', reason: draft.skip }]);
    }
    const wrong = fault ?? draft.refusal ?? leadsNowhere(source, draft);
    if (first === undefined) {
      const link = source.slugOptional === true ? unplaced(row, fields, draft, wrong) : NO_URL;
      return 'reason' in link ? made([], [{ origin, ...link }]) : made([link], []);
    }
    const links: ImportedLink[] = [];
    const unmade: Unmade[] = [];
    for (const place of draft.places) {
      const link = linkAt(row, draft, place, { isFirst: links.length === 0, wrong });
      if ('reason' in link) unmade.push({ origin: renderPlace(place), ...link });
      else links.push(link);
    }
    if (links.length > 0) checkLoop(draft, links);
    return made(links, unmade);
  }

  /** Known again by all that the record says. */
  function unplaced(
    row: number,
    fields: SourceRecord['fields'],
    draft: Draft,
    wrong: string | undefined,
  ): ImportedLink | Reason {
    if (wrong !== undefined) return { status: 'refused', reason: wrong };
    const externalId = draft.link.externalId ?? `${source.id}:~${digest(JSON.stringify(fields))}`;
    const domain = options.domain ?? draft.link.domain;
    const link = { ...assemble(draft), ...(domain !== undefined && { domain }), externalId };
    return repeated(row, undefined, link, externalId) ?? link;
  }

  function linkAt(
    row: number,
    draft: Draft,
    place: Place,
    { isFirst, wrong }: { readonly isFirst: boolean; readonly wrong: string | undefined },
  ): ImportedLink | Reason {
    const skip = leaveOut(source, place, options);
    if (skip !== undefined) return { status: 'skipped', reason: skip };
    const refusal = wrong ?? refuse(place);
    if (refusal !== undefined) return { status: 'refused', reason: refusal };
    const target = targetOf(place, options);
    const { host, path } = target;
    const imported = {
      ...assemble(draft),
      slug: path,
      ...(host !== null && { domain: host }),
    };
    const externalId = (isFirst ? draft.link.externalId : undefined) ?? idOf(source, place);
    const again = repeated(row, renderPlace(target), imported, externalId);
    if (again !== undefined) return again;
    noteCase(draft, renderPlace(target));
    noteMove(draft, place, host);
    return { ...imported, externalId };
  }

  /** A second record of a short URL, or of an externalId, makes no link: it says the same, or contradicts the first. */
  function repeated(
    row: number,
    at: string | undefined,
    imported: ImportedLink,
    externalId: string,
  ): Reason | undefined {
    const text = JSON.stringify(imported);
    const before = (at === undefined ? undefined : places.get(at)) ?? ids.get(externalId);
    if (before === undefined) {
      if (at !== undefined) places.set(at, { row, text });
      ids.set(externalId, { row, text });
      return undefined;
    }
    if (before.text === text) {
      return { status: 'skipped', reason: `It says the same as row ${before.row}` };
    }
    const what = at !== undefined && places.has(at) ? at : `The externalId ${externalId}`;
    const reason = `${what} stands in row ${before.row} too, with another ${differences(before.text, text)}; the first counts`;
    return { status: 'refused', reason };
  }

  /** Slugs are case-sensitive; a source that ignores case may mean one link. */
  function noteCase({ findings }: Draft, at: string): void {
    const other = spelt.get(at.toLowerCase());
    if (other === undefined) {
      spelt.set(at.toLowerCase(), at);
      return;
    }
    const message = `It differs from ${other} by case alone; both become links`;
    findings.push({ field: 'short URL', kind: 'changed', message });
  }

  return { convert, unknown };
}

type Reason = Omit<Unmade, 'origin'>;

/** A link of an earlier record, as JSON. */
interface Seen {
  readonly row: number;
  readonly text: string;
}

const NO_URL: Reason = { status: 'refused', reason: 'It has no short URL' };

/** The fields in which two links differ: `fallbackUrl and name`. */
function differences(before: string, now: string): string {
  const [a, b] = [before, now].map((text) => new Map(Object.entries(JSON.parse(text) as object)));
  const names = [...new Set([...a!.keys(), ...b!.keys()])].filter(
    (name) => JSON.stringify(a!.get(name)) !== JSON.stringify(b!.get(name)),
  );
  return names.join(' and ');
}

const DESTINATIONS = [
  'fallbackUrl',
  'iosUrl',
  'androidUrl',
  'iosFallbackUrl',
  'androidFallbackUrl',
] as const;

function leadsNowhere({ appOnly }: Source, { link, parameters }: Draft): string | undefined {
  const intoApp = appOnly === true && Object.keys(parameters).length > 0;
  return intoApp || DESTINATIONS.some((field) => link[field] !== undefined)
    ? undefined
    : 'It has no destination';
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

/** Why a short URL is left out, although nothing is wrong with it. */
function leaveOut(source: Source, place: Place, { domain }: ConvertOptions): string | undefined {
  const { host, path } = place;
  if (path === '') {
    return 'The root of a domain is no link: set the default URL of the project instead';
  }
  if (domain === undefined && host !== null && source.ownHosts?.test(host) === true) {
    return `${host} belongs to ${source.name} and cannot be pointed here; choose one domain of yours for all links (--domain on the command line)`;
  }
  return undefined;
}

/** Why a short URL can be no link. */
function refuse({ path }: Place): string | undefined {
  if (!SLUG.test(path)) {
    return 'Its path has characters that a slug cannot have: letters, digits and . _ ~ - in segments between single /';
  }
  if (path.length > LIMITS.externalIdLength)
    return `Its path is longer than ${LIMITS.externalIdLength} characters`;
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
  if (id.length <= LIMITS.externalIdLength) return id;
  const end = `~${digest(id)}`;
  return id.slice(0, LIMITS.externalIdLength - end.length) + end;
}

/** FNV-1a of 64 bits, in hex: enough to tell long paths apart. */
function digest(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
