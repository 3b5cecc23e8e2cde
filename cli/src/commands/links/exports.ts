import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import {
  type ExportJob,
  type ExportRequest,
  getExport,
  listExports,
  startExport,
} from '@fairlead/contract/operations/exports';
import { EVENT_SPEAKERS } from '@fairlead/contract/eventSpeakers';
import { LINK_SORTS } from '@fairlead/contract/linkFilters';
import { FactsQuery } from '@fairlead/contract/operations/analytics';
import { findLink, LINK } from '../../account/findLink.ts';
import type { Account } from '../../account/Account.ts';
import { command } from '../../command.ts';
import { CommandError } from '../../CommandError.ts';
import { definedFields } from '../../definedFields.ts';
import { renderTable } from '../../terminal/renderTable.ts';
import type { Terminal } from '../../terminal/Terminal.ts';

/** Options of the facts that clicks can have: `utmSource` is `--utm-source`. */
const FACTS = Object.entries(FactsQuery).map(([fact, { description }]) => ({
  fact,
  name: fact.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  help: description ?? 'link, qr or app: where clicks came from',
}));
const FACT_OPTIONS = Object.fromEntries(
  FACTS.map(({ name, help }) => [name, { kind: 'text', value: 'VALUE', help } as const]),
);

const run = command({
  name: 'export run',
  summary: 'Export links with their numbers, or clicks one by one, to a CSV file',
  parameters: ['[FILE]'],
  options: {
    kind: {
      kind: 'text',
      value: 'KIND',
      help: 'links, routes: rules and variants, clicks or events',
    },
    search: { kind: 'text', value: 'WORD', help: 'in name, slug, external id or a destination' },
    'created-after': { kind: 'text', value: 'DAY', help: 'such as 2026-01-31, inclusive' },
    'created-before': { kind: 'text', value: 'DAY', help: 'exclusive' },
    'active-after': { kind: 'text', value: 'TIME', help: 'start of the window that is counted' },
    'active-before': { kind: 'text', value: 'TIME', help: 'end of that window' },
    'sort-by': { kind: 'text', value: 'FIELD', help: LINK_SORTS.join(', ') },
    'sort-order': { kind: 'text', value: 'ORDER', help: 'asc or desc' },
    clicks: { kind: 'flag', help: 'the same as --kind clicks; the options below are for clicks' },
    link: { kind: 'text', value: LINK, help: 'clicks of one link: its id, slug or short URL' },
    ...FACT_OPTIONS,
    'said-by': {
      kind: 'text',
      value: 'WHO',
      help: `events that this one said: ${EVENT_SPEAKERS.join(', ')}`,
    },
  },
  async run({ account, terminal }, values, [file]) {
    const me = await account();
    const projectId = await me.projectId();
    const given: Readonly<Record<string, unknown>> = values;
    const kind = values.clicks ? 'clicks' : values.kind;
    const link = values.link === undefined ? undefined : await findLink(me, values.link);
    const body = definedFields({
      kind,
      linkId: link?.id,
      ...Object.fromEntries(FACTS.map(({ fact, name }) => [fact, given[name]])),
      saidBy: values['said-by'],
      search: values.search,
      createdAfter: values['created-after'],
      createdBefore: values['created-before'],
      activeAfter: values['active-after'],
      activeBefore: values['active-before'],
      sortBy: values['sort-by'],
      sortOrder: values['sort-order'],
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server checks the words
    }) as ExportRequest;
    const { data } = await me.call(startExport, { params: { projectId }, body });
    const job = await finished(me, terminal, { projectId, jobId: data.jobId });
    const target = file ?? `${kind ?? 'links'}-${new Date().toISOString().slice(0, 10)}.csv`;
    const bytes = await download(me, terminal, job, target);
    return { jobId: job.jobId, rows: job.rowCount ?? 0, bytes, file: target };
  },
  render: ({ rows, bytes, file }) => [`Wrote ${rows} rows to ${file} (${bytes} bytes).`],
});

/** Milliseconds between checks of the job, which become longer and longer. */
const FIRST_WAIT = 250;
const MAX_WAIT_MS = 5000;

async function finished(
  account: Account,
  terminal: Terminal,
  params: { projectId: string; jobId: string },
): Promise<ExportJob> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 1.5, MAX_WAIT_MS)) {
    const { data } = await account.call(getExport, { params });
    if (data.status === 'completed') return data;
    if (data.status === 'failed') throw new CommandError(1, data.error ?? 'The export failed.');
    terminal.status(`Export: ${data.status} …`);
    await setTimeout(wait);
  }
}

/** Complete or not at all: the file gets its name when the last byte has arrived. */
async function download(
  account: Account,
  terminal: Terminal,
  { downloadUrl }: ExportJob,
  file: string,
): Promise<number> {
  // At the URL that is known to work from here, whatever the server's own URL is.
  const { pathname, search } = new URL(downloadUrl ?? '', account.server);
  const response = await account.fetch(pathname + search, { method: 'GET' });
  if (!response.ok || response.body === null) {
    throw new CommandError(1, `The file could not be downloaded: ${response.status}`);
  }
  const total = Number(response.headers.get('content-length') ?? 0);
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      terminal.status(`${bar(bytes, total)} ${bytes} bytes`);
      done(null, chunk);
    },
  });
  const part = `${file}.part`;
  await pipeline(Readable.fromWeb(response.body), counted, createWriteStream(part));
  await rename(part, file);
  terminal.status(undefined);
  return bytes;
}

/** Such as `[####------]`. */
export function bar(done: number, total: number, width = 24): string {
  const filled = total === 0 ? 0 : Math.min(width, Math.round((done / total) * width));
  return `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}]`;
}

const list = command({
  name: 'export list',
  summary: 'The newest exports of the project',
  options: {},
  async run({ account }) {
    const me = await account();
    const { data } = await me.call(listExports, { params: { projectId: await me.projectId() } });
    return data;
  },
  render({ exports }, style) {
    if (exports.length === 0) return ['There is none. Start one: fairlead export run FILE'];
    return renderTable(
      ['CREATED', 'STATUS', 'ROWS', 'BY', 'ID'],
      exports.map((job) => [job.createdAt, job.status, job.rowCount, job.startedBy, job.jobId]),
      style,
    );
  },
});

export const EXPORTS = [run, list];
