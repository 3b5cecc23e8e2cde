import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Api, type Page, type ReadPages } from '@fairlead/imports/apis/getJson';
import { BRANCH_BASE, readBranch, READERS } from '@fairlead/imports/apis/readers';
import { type CsvFile, readTable, recordsOf } from '@fairlead/imports/readFile';
import { plainName, type Source, type SourceId, type SourceRecord } from '@fairlead/imports/Source';
import { namesDestination } from '@fairlead/imports/sources/branch';
import { CSV_FIELDS } from '@fairlead/imports/sources/csv';
import { recogniseSource, SOURCES } from '@fairlead/imports/sources/index';
import { textOf } from '@fairlead/imports/values';
import { CommandError } from '../CommandError.ts';
import { openSpool } from './openSpool.ts';

/** The records of a source, and how many there are if that is known. */
export interface Loaded {
  readonly source: Source;
  readonly records: Iterable<SourceRecord> | AsyncIterable<SourceRecord>;
  readonly total: number | undefined;
  /** Called at the end of the import. */
  readonly finished: (dryRun: boolean) => Promise<void>;
}

export interface ApiInput {
  readonly base: string | null;
  readonly key: string | undefined;
  readonly fresh: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly status: (line: string | undefined) => void;
}

interface FileInput {
  readonly from: SourceId | undefined;
  readonly map: readonly string[];
  readonly api: ApiInput;
}

/** Throws a CommandError that says what is wrong with the file. */
export async function loadFile(bytes: Uint8Array, { from, map, api }: FileInput): Promise<Loaded> {
  const file = readTable(bytes);
  if (typeof file === 'string') throw new CommandError(1, `The file cannot be read: ${file}`);
  const source = from === undefined ? recognise(file) : SOURCES[from];
  const records = recordsOf(file, source, readMap(map, file, source));
  if (source.id === 'branch' && !namesDestination(file.headings)) return loadBranch(records, api);
  return { source, records, total: records.length, finished: async () => {} };
}

function recognise(file: CsvFile): Source {
  const source = recogniseSource(file.headings);
  if (source !== undefined) return source;
  const fields = Object.keys(CSV_FIELDS).join(', ');
  throw new CommandError(
    2,
    `None of the headings is known (${file.headings.slice(0, 8).join(', ')}). Say what they are: --from csv --map "HEADING=FIELD", with the fields ${fields}`,
  );
}

/** `HEADING=FIELD`, by the position of the column. */
function readMap(map: readonly string[], file: CsvFile, source: Source): Map<number, string> {
  const fields = new Set(source.rules.flatMap(({ names }) => names.map(plainName)));
  return new Map(
    map.map((text) => {
      const equals = text.lastIndexOf('=');
      const heading = text.slice(0, equals).trim();
      const field = text.slice(equals + 1).trim();
      const place = file.headings.findIndex(
        (name) => plainName(name) === plainName(heading) && heading !== '',
      );
      if (equals < 1 || place === -1) {
        throw new CommandError(
          2,
          `--map "${text}": the file has the headings ${file.headings.join(', ')}`,
        );
      }
      if (!fields.has(plainName(field))) {
        const names = source.rules.map(({ names: [name] }) => name).join(', ');
        throw new CommandError(
          2,
          `--map "${text}": there is no field "${field}"; there is ${names}`,
        );
      }
      return [place, field];
    }),
  );
}

async function loadBranch(records: readonly SourceRecord[], api: ApiInput): Promise<Loaded> {
  const { key } = api;
  if (key === undefined) {
    throw new CommandError(
      2,
      'Branch’s file says where links stand and not where they lead: give your Branch key with --source-key, so that each can be read.',
    );
  }
  const rows = records.map(({ fields }) => fields);
  const names = new Set(SOURCES.branch.rules[0]?.names.map(plainName));
  const urlOf = (row: Record<string, unknown>): string =>
    textOf(Object.entries(row).find(([name]) => names.has(plainName(name)))?.[1]);
  const digest = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  const loaded = await loadPages(
    'branch',
    readBranch(rows, urlOf),
    { ...api, key, base: api.base ?? BRANCH_BASE },
    digest,
  );
  return { ...loaded, total: rows.length };
}

/** Throws a CommandError if the source has no API, or its URL or key is missing. */
export async function loadApi(id: SourceId, api: ApiInput): Promise<Loaded> {
  const reader = READERS[id];
  if (reader === undefined)
    throw new CommandError(
      2,
      `${SOURCES[id].name} is read from a file: fairlead import --from ${id} FILE`,
    );
  const base = api.base ?? reader.base;
  if (base === null) {
    throw new CommandError(
      2,
      `Say where your ${SOURCES[id].name} is: --source-url https://…, or give a FILE`,
    );
  }
  if (api.key === undefined) {
    throw new CommandError(
      2,
      `Give a key of ${SOURCES[id].name} with --source-key (or FAIRLEAD_SOURCE_KEY), or a FILE`,
    );
  }
  return loadPages(id, reader.read, { ...api, key: api.key, base }, '');
}

/** Pages in a row without a link. */
const MAX_EMPTY = 100;
const MAX_PAGES = 200_000;
const MAX_BYTES = 4 * 1024 ** 3;

/** Throws a CommandError for a source that does not come to an end; takes each page with its size in bytes. */
function createPageCheck(host: string): (page: Page, size: number) => void {
  const cursors = new Set<string>();
  let [pages, empty, bytes] = [0, 0, 0];
  return ({ records, cursor }, size) => {
    pages += 1;
    bytes += size;
    empty = records.length === 0 ? empty + 1 : 0;
    const problem =
      cursor !== null && cursors.has(cursor)
        ? `names page "${cursor.slice(0, 80)}" a second time`
        : empty >= MAX_EMPTY
          ? `has answered ${MAX_EMPTY} pages in a row without a link`
          : pages >= MAX_PAGES || bytes >= MAX_BYTES
            ? `goes on after ${pages} pages (${Math.round(bytes / 1024 / 1024)} MB)`
            : undefined;
    if (problem !== undefined && cursor !== null) {
      throw new CommandError(1, `${host} comes to no end: it ${problem}. Check --source-url.`);
    }
    if (cursor !== null) cursors.add(cursor);
  };
}

/** Reads page by page through a spool on disk, so that nothing is requested twice. */
async function loadPages(
  id: SourceId,
  read: ReadPages,
  input: ApiInput & { readonly key: string; readonly base: string },
  digest: string,
): Promise<Loaded> {
  const base = input.base.replace(/\/+$/, '');
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base)) {
    throw new CommandError(
      2,
      `--source-url: "${input.base}" is no address such as https://s.example.com`,
    );
  }
  const api: Api = {
    base,
    key: input.key,
    fetch,
    wait: (milliseconds) => setTimeout(milliseconds),
  };
  const spool = await openSpool(input.env, [id, base, input.key, digest], input.fresh);
  async function* records(): AsyncGenerator<SourceRecord> {
    let row = 0;
    for await (const record of spool.read()) yield { row: (row += 1), fields: record };
    if (spool.complete) return;
    const check = createPageCheck(new URL(base).host);
    for await (const page of read(api, spool.cursor)) {
      check(page, await spool.add(page));
      for (const record of page.records) yield { row: (row += 1), fields: record };
      input.status(`${row} read from ${new URL(base).host}`);
    }
  }
  return {
    source: SOURCES[id],
    records: records(),
    total: undefined,
    finished: (dryRun) => (dryRun ? Promise.resolve() : spool.remove()),
  };
}
