import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { SourceRefused } from '@fairlead/imports/apis/getJson';
import { createConverter } from '@fairlead/imports/convert';
import { createLosses } from '@fairlead/imports/createLosses';
import { ImportRefused, runImport, type Send } from '@fairlead/imports/runImport';
import { SOURCE_IDS, type SourceId } from '@fairlead/imports/Source';
import { type CommandContext, command } from '../../command.ts';
import { CommandError } from '../../CommandError.ts';
import { createSender } from '../../import/createSender.ts';
import { openReport } from '../../import/openReport.ts';
import { type Loaded, loadApi, loadFile } from '../../import/loadSource.ts';
import { readReport, type Undone, undoImport } from '../../import/undoImport.ts';
import { confirm } from '../../terminal/confirm.ts';
import { renderPairs, renderTable } from '../../terminal/renderTable.ts';
import type { Style } from '../../terminal/Style.ts';
import { bar } from './exports.ts';
import { LIMITS } from '@fairlead/contract/limits';

export const importLinks = command({
  name: 'import',
  summary: 'Import links from another service, from its file or its API',
  parameters: ['[FILE]'],
  options: {
    from: {
      kind: 'text',
      value: 'SOURCE',
      help: `${SOURCE_IDS.join(', ')}; a file tells it by its headings`,
    },
    domain: {
      kind: 'text',
      value: 'HOST',
      help: 'link domain of all links, wherever they were before',
    },
    'dry-run': { kind: 'flag', help: 'create nothing; show what would become of each row' },
    map: {
      kind: 'texts',
      value: 'HEADING=FIELD',
      help: 'what a column of a file is, such as "Ziel=fallbackUrl"',
    },
    report: {
      kind: 'text',
      value: 'FILE',
      help: 'where the report goes; import-SOURCE-TIME.csv if left out',
    },
    'source-key': {
      kind: 'text',
      value: 'KEY',
      help: 'key of the API of the source; - to type it (FAIRLEAD_SOURCE_KEY)',
    },
    'source-url': {
      kind: 'text',
      value: 'URL',
      help: 'URL of the source, if you host it yourself',
    },
    fresh: {
      kind: 'flag',
      help: 'read the API from the start, even if an earlier read was interrupted',
    },
    undo: {
      kind: 'text',
      value: 'REPORT',
      help: 'delete the links that an import created and nobody has changed since; takes its report',
    },
  },
  audience: 'both',
  async run(context, values, [file]) {
    const { terminal } = context;
    if (values.undo !== undefined) return undo(context, values.undo, values.from ?? file);
    const dryRun = values['dry-run'];
    const loaded = await load(context, values, file);
    const converter = createConverter(
      loaded.source,
      values.domain === undefined ? {} : { domain: values.domain },
    );
    const send = await openSender(context, dryRun);
    await using report = await openReport(
      dryRun ? `${loaded.source.id}-dry-run` : loaded.source.id,
      values.report,
      context.env,
    );
    const losses = createLosses();
    try {
      const counts = await runImport({
        records: loaded.records,
        converter,
        dryRun,
        ...(send !== undefined && { send }),
        wait: (milliseconds) => setTimeout(milliseconds),
        onRow(row) {
          report.add(row);
          losses.add(row);
        },
        onProgress({ rows, created, existing }) {
          const total = loaded.total ?? 0;
          const done = total === 0 ? '' : `${bar(rows, total)} `;
          terminal.status(`${done}${rows} rows: ${created} created, ${existing} existing`);
        },
      });
      await loaded.finished(dryRun);
      return {
        source: loaded.source.id,
        dryRun,
        ...(dryRun && { exact: send !== undefined }),
        ...counts,
        report: report.file,
        unknownFields: [...converter.unknown],
        losses: losses.list(),
      };
    } catch (error) {
      throw explain(error, report.file);
    } finally {
      terminal.status(undefined);
    }
  },
  render(result, style) {
    if ('undone' in result) return renderUndone(result, style);
    return [
      ...renderPairs(
        [
          ['Rows', result.rows],
          [result.dryRun ? 'Would be created' : 'Created', result.created],
          [result.dryRun ? 'Exist already' : 'Existed already', result.existing],
          ['Refused', result.refused],
          ['Skipped', result.skipped],
          ['Report, row by row', result.report],
        ],
        style,
      ),
      ...(result.losses.length === 0
        ? []
        : [
            '',
            ...renderTable(
              ['ROWS', 'NOT KEPT, OR CHANGED'],
              result.losses.map(({ what, rows }) => [rows, what]),
              style,
            ),
          ]),
      ...(result.unknownFields.length === 0
        ? []
        : [
            '',
            `Not imported, for nobody knows what it is: ${result.unknownFields.join(', ')}. Say so with --map "HEADING=FIELD".`,
          ]),
      '',
      result.dryRun
        ? 'Nothing was created. Run it again without --dry-run to import.'
        : `Run it again at any time: what exists already is not created twice. Undo it: fairlead import --undo ${result.report}`,
    ];
  },
});

/** A dry run asks the server, too, but also works where nobody is signed in. */
async function openSender(
  { account, terminal }: CommandContext,
  dryRun: boolean,
): Promise<Send | undefined> {
  try {
    const me = await account({ operator: true });
    if (me.kind !== 'key') await me.projectId();
    return createSender(me);
  } catch (error) {
    if (!dryRun || !(error instanceof CommandError) || error.exitStatus === 1) throw error;
    terminal.err(
      `${error.message}\nWithout a server to ask, rows that it would refuse and links that it has count as created.\n`,
    );
    return undefined;
  }
}

async function undo(context: CommandContext, report: string, more: string | undefined) {
  if (more !== undefined) throw new CommandError(2, '--undo takes the report alone');
  const links = readReport(await readBytes(report), report);
  const me = await context.account({ operator: true });
  await confirm(context, `Delete ${links.length} links that the import created?`);
  const { terminal } = context;
  try {
    const { deleted, left } = await undoImport(me, links, (done) =>
      terminal.status(`${bar(done, links.length)} ${done} of ${links.length}`),
    );
    return { undone: report, deleted, left };
  } finally {
    terminal.status(undefined);
  }
}

function renderUndone({ deleted, left }: Undone, style: Style): string[] {
  return [
    `Deleted ${deleted} links. They can be restored for ${LIMITS.trashDays} days.`,
    ...(left.length === 0
      ? []
      : [
          '',
          ...renderTable(
            ['LEFT', 'BECAUSE'],
            left.map(({ shortUrl, reason }) => [shortUrl, reason]),
            style,
          ),
        ]),
  ];
}

interface Values {
  readonly from: string | undefined;
  readonly map: readonly string[];
  readonly 'source-key': string | undefined;
  readonly 'source-url': string | undefined;
  readonly fresh: boolean;
}

async function load(
  { terminal, env }: CommandContext,
  values: Values,
  file: string | undefined,
): Promise<Loaded> {
  const from = readSource(values.from);
  const api = {
    base: values['source-url'] ?? null,
    key: await readKey(terminal, values['source-key'] ?? env['FAIRLEAD_SOURCE_KEY']),
    fresh: values.fresh,
    env,
    status: terminal.status,
  };
  if (file !== undefined) {
    const bytes = file === '-' ? await terminal.readInput() : await readBytes(file);
    return loadFile(bytes, { from, map: values.map, api });
  }
  if (from === undefined) {
    throw new CommandError(
      2,
      `Give a FILE, or --from SOURCE with --source-key: ${SOURCE_IDS.join(', ')}`,
    );
  }
  return loadApi(from, api);
}

function readSource(from: string | undefined): SourceId | undefined {
  const found = SOURCE_IDS.find((id) => id === from);
  if (from === undefined || found !== undefined) return found;
  throw new CommandError(2, `There is no source "${from}"; there is: ${SOURCE_IDS.join(', ')}`);
}

async function readKey(
  terminal: CommandContext['terminal'],
  given: string | undefined,
): Promise<string | undefined> {
  return given === '-' ? (await terminal.askSecret('Key of the source: ')).trim() : given;
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new CommandError(
      1,
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}. Where another user may read it, pass it on: fairlead import - < ${file}`,
    );
  }
}

function explain(error: unknown, report: string): unknown {
  if (error instanceof SourceRefused) return new CommandError(1, error.message);
  if (error instanceof ImportRefused) {
    return new CommandError(
      error.status === 401 ? 4 : 1,
      `${error.message}\nThe rows before are in ${report}. Run the import again to go on; nothing is made twice.`,
    );
  }
  return error;
}
