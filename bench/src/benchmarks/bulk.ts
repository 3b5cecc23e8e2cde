import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { rounded } from '../renderTable.ts';
import { provisionProject } from '../targets/provisionProject.ts';
import { readNumber } from '../targets/readField.ts';
import { startServer } from '../targets/startServer.ts';

const SECONDS_PER_ROUND = 2;

/** Issue "Must show": links created in one call, by the second, and that a repeat of it creates none. */
export const bulk: Benchmark = {
  name: 'bulk',
  description: 'links created by one bulk call, and the same call again',
  seconds: { default: 10, help: 'two seconds a round; each round creates and repeats once' },
  options: {
    rows: { kind: 'count', help: 'links in one call', default: 10_000 },
  },
  run: runBulk,
};

interface Call {
  readonly milliseconds: number;
  /** Until the first line of the answer. */
  readonly firstLine: number;
  /** Lines of the answer by status. */
  readonly statuses: Readonly<Record<string, number>>;
}

async function runBulk(context: BenchContext): Promise<BenchOutcome> {
  context.progress('starting the server');
  const server = context.resources.use(await startServer());
  const project = await provisionProject(server);
  const rows = context.count('rows');
  const rounds = Math.max(3, Math.round(context.seconds / SECONDS_PER_ROUND));
  const send = (body: string, type: string) =>
    sendRows(`${server.baseUrl}/v1/links/bulk`, project.appKey, body, type);
  const created: Call[] = [];
  const repeated: Call[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const links = Array.from({ length: rows }, (_, row) => linkOf(round, row));
    const [body, type] =
      round % 2 === 0
        ? [JSON.stringify(links), 'application/json']
        : [links.map((link) => JSON.stringify(link)).join('\n'), 'application/x-ndjson'];
    const first = await send(body, type);
    const again = await send(body, type);
    context.progress(`round ${round} of ${rounds}: ${rateOf(rows, first)}/s, ${type}`);
    // The first round warms up.
    if (round === 0) continue;
    created.push(first);
    repeated.push(again);
  }
  return report(rows, created, repeated);
}

function linkOf(round: number, row: number): object {
  const number = round * 1_000_000 + row;
  return {
    type: 'unified',
    externalId: `product-${number}`,
    name: `Product ${number}`,
    fallbackUrl: `https://shop.example.com/products/${number}?from=link`,
    iosUrl: `https://apps.apple.com/app/id${100_000_000 + number}`,
    androidUrl: `https://play.google.com/store/apps/details?id=com.example.p${number}`,
    parameters: { productId: String(number), screen: 'product' },
  };
}

async function sendRows(url: string, appKey: string, body: string, type: string): Promise<Call> {
  const started = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'X-App-Key': appKey, 'Content-Type': type },
    body,
  });
  if (!response.ok || response.body === null) {
    throw new Error(`bulk creation answered ${response.status}: ${await response.text()}`);
  }
  let firstLine: number | undefined;
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body) {
    firstLine ??= performance.now() - started;
    text += decoder.decode(part, { stream: true });
  }
  const milliseconds = performance.now() - started;
  const statuses: Record<string, number> = {};
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const status = readNumber(JSON.parse(line), 'status');
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return { milliseconds, firstLine: firstLine ?? milliseconds, statuses };
}

function report(rows: number, created: readonly Call[], repeated: readonly Call[]): BenchOutcome {
  const failures: string[] = [];
  if (created.some((call) => call.statuses[201] !== rows)) failures.push('rows were not created');
  if (repeated.some((call) => call.statuses[200] !== rows)) {
    failures.push('a repeated call did more than find its links');
  }
  const rates = created.map((call) => rateOf(rows, call));
  const repeatRates = repeated.map((call) => rateOf(rows, call));
  const firstLines = created.map((call) => call.firstLine);
  return {
    figures: {
      benchmark: 'bulk',
      linksPerSecond: median(rates),
      linksPerSecondOfRounds: rates,
      repeatLinksPerSecond: median(repeatRates),
      firstLineMs: rounded(median(firstLines), 1),
      rows,
      rounds: created.length,
      createdByRepeats: repeated.reduce((total, call) => total + (call.statuses[201] ?? 0), 0),
    },
    table: [
      ['', 'rows', 'links/s', 'slowest', 'first line ms'],
      [
        'created',
        `${rows}`,
        `${median(rates)}`,
        `${Math.min(...rates)}`,
        median(firstLines).toFixed(1),
      ],
      [
        'the same call again',
        `${rows}`,
        `${median(repeatRates)}`,
        `${Math.min(...repeatRates)}`,
        '',
      ],
    ],
    notes: [
      'The median of the rounds; array and NDJSON in turn. A repeat finds every link by its externalId.',
    ],
    failures,
  };
}

function rateOf(rows: number, { milliseconds }: Call): number {
  return Math.round((rows / milliseconds) * 1000);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
