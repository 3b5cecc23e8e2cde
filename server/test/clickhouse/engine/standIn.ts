import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { installEngine } from './installEngine.ts';
import { type Engine, EngineError, openEngine, type Statement } from './openEngine.ts';

/**
 * What @clickhouse/client needs of ClickHouse's HTTP interface, in front of an engine in this process:
 * queries with parameters and settings, streamed replies, inserts of a body, one account. Statements run
 * one after the other; there is no replication, no Keeper and no session.
 *
 *     node standIn.ts --folder /tmp/data --port 8123 --user fairlead --password secret
 */
const { values: options } = parseArgs({
  options: {
    folder: { type: 'string' },
    port: { type: 'string', default: '8123' },
    user: { type: 'string', default: 'default' },
    password: { type: 'string', default: '' },
  },
});
if (options.folder === undefined) throw new Error('--folder is needed');

/** Parameters of a request that are for the interface and not for the engine. */
const OF_THE_INTERFACE = new Set([
  'query',
  'database',
  'query_id',
  'default_format',
  'compress',
  'decompress',
  'enable_http_compression',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
  'wait_end_of_query',
  'buffer_size',
  'session_id',
  'session_timeout',
  'role',
]);
const AUTHENTICATION_FAILED = 516;

await installEngine();
const engine: Engine = openEngine(options.folder);
/** A statement at which this process is to die: see `die`. */
let death: { readonly when: 'before' | 'after'; readonly at: RegExp; left: number } | undefined;

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => refuse(response, error));
});
server.listen(Number(options.port), '127.0.0.1', () => process.stdout.write('ready\n'));
process.once('SIGTERM', () => {
  server.close(() => engine.close());
  server.closeAllConnections();
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const body = await buffer(request);
  if (url.pathname === '/ping') return void response.end('Ok.\n');
  if (url.pathname === '/die') return planDeath(url, response);
  if (!isKnown(request)) {
    throw new EngineError(AUTHENTICATION_FAILED, 'Authentication failed', 'AUTHENTICATION_FAILED');
  }
  const statement = readStatement(url, body);
  dieIfPlanned('before', statement);
  await engine.run(statement, {
    begin() {
      response.writeHead(200, {
        'content-type': 'text/plain; charset=UTF-8',
        'x-clickhouse-query-id': url.searchParams.get('query_id') ?? '',
        'x-clickhouse-server-display-name': 'stand-in',
        'x-clickhouse-summary': '{"written_rows":"0"}',
      });
    },
    async write(chunk) {
      if (!response.write(chunk)) await new Promise((resolve) => response.once('drain', resolve));
    },
  });
  dieIfPlanned('after', statement);
  response.end();
}

function readStatement(url: URL, body: Buffer): Statement {
  const inUrl = url.searchParams.get('query');
  const given = [...url.searchParams].filter(([name]) => !OF_THE_INTERFACE.has(name));
  return {
    text: (inUrl ?? body.toString()).trim(),
    data: inUrl !== null && body.length > 0 ? body : undefined,
    database: url.searchParams.get('database') ?? 'default',
    // `param_…` is set as any setting is.
    settings: Object.fromEntries(given),
  };
}

function isKnown({ headers }: IncomingMessage): boolean {
  const given = Buffer.from(
    headers.authorization?.replace(/^Basic /, '') ?? '',
    'base64',
  ).toString();
  return given === `${options.user}:${options.password}`;
}

/** `/die?when=after&at=INSERT&count=3`: kills this process after the third such statement, unanswered. */
function planDeath({ searchParams }: URL, response: ServerResponse): void {
  const when = searchParams.get('when') === 'after' ? 'after' : 'before';
  const at = new RegExp(searchParams.get('at') ?? '', 'i');
  death = { when, at, left: Number(searchParams.get('count') ?? 1) };
  response.end();
}

function dieIfPlanned(when: 'before' | 'after', { text }: Statement): void {
  if (death?.when !== when || !death.at.test(text)) return;
  death.left -= 1;
  if (death.left === 0) process.kill(process.pid, 'SIGKILL');
}

function refuse(response: ServerResponse, error: unknown): void {
  // What has begun as a success can only be broken off.
  if (response.headersSent) return void response.destroy();
  const known = error instanceof EngineError ? error : new EngineError(0, String(error), 'UNKNOWN');
  response.writeHead(known.code === AUTHENTICATION_FAILED ? 403 : 500, {
    'x-clickhouse-exception-code': String(known.code),
  });
  response.end(`Code: ${known.code}. DB::Exception: ${known.message} (${known.type})\n`);
}
