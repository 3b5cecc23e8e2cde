import { setTimeout as sleep } from 'node:timers/promises';
import type { CallInput } from '@fairlead/contract/client';
import type { LinkEvents, RecordedEvents } from '@fairlead/contract/eventResources';
import { getLinkEvents, recordEvents } from '@fairlead/contract/operations/events';
import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { measureBeside } from '../load/measureBeside.ts';
import { medianOf } from '../load/measureRounds.ts';
import type { LoadResult } from '../load/runLoad.ts';
import { rounded } from '../renderTable.ts';
import { createLinks } from '../targets/benchLinks.ts';
import { openClient } from '../targets/openClient.ts';
import { type BenchProject, provisionProject } from '../targets/provisionProject.ts';
import { type BenchServer, startServer } from '../targets/startServer.ts';
import { tapLink } from '../targets/tapLink.ts';

const LINKS = 1000;
/** Events of a call, the most that there may be. */
const BATCH = 1000;
/** Every fifth event is sent again. */
const REPEATED = 5;
const CURRENCIES = ['EUR', 'JPY', 'KWD'];

export const events: Benchmark = {
  name: 'events',
  description: 'events in batches at a steady rate, redirects beside them, and what they add up to',
  seconds: { default: 8, help: 'time under load, without and with events beside it' },
  options: {
    rate: { kind: 'count', help: 'events a second', default: 10_000 },
  },
  run: runEvents,
};

const PHONE = {
  address: '192.0.2.7',
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36',
  acceptLanguage: 'en',
};

interface Stage {
  readonly server: BenchServer;
  readonly project: BenchProject;
  readonly slugs: readonly string[];
}

async function runEvents(context: BenchContext): Promise<BenchOutcome> {
  context.progress('starting the server');
  const server = context.resources.use(await startServer());
  const project = await provisionProject(server);
  const links = await createLinks(server, project, LINKS);
  const stage = { server, project, slugs: links.map(({ slug }) => slug) };
  const [link] = links;
  if (link === undefined) throw new Error('no link was made');
  const clickId = await tapLink(server, { ...PHONE, linkHost: project.linkHost, slug: link.slug });
  const sender = createSender(stage, clickId);
  const measured = await measureEventsBeside(context, stage, sender);
  const asked = performance.now();
  const found = await openClient(server, project).request<
    CallInput<typeof getLinkEvents>,
    LinkEvents
  >(getLinkEvents, { params: { id: link.id }, query: {} });
  const exactAfter = rounded((performance.now() - asked) / 1000, 1);
  const figures = { benchmark: 'events', ...measured, sent: sender.sent(), exactAfter };
  return {
    figures,
    table: [
      ['', 'measured', 'wanted'],
      ['events/s', String(measured.eventsPerSecond), String(context.count('rate'))],
      ['redirects/s beside them, of alone', String(measured.ratio), '0.95'],
      ['p99 of redirects alone, beside', `${measured.aloneP99}, ${measured.besideP99} ms`, ''],
    ],
    notes: [
      `${sender.sent()} events and a fifth of them again, in batches of ${BATCH}; redirects at ${measured.rate}/s, half of their peak. Exact ${exactAfter} s after the last batch.`,
    ],
    failures: [
      ...(measured.ratio < 0.95 ? [`redirects beside events are ${measured.ratio} of alone`] : []),
      ...(measured.failed > 0 ? [`${measured.failed} redirects failed`] : []),
      ...compareSums(sender.sums(), found),
    ],
  };
}

type Sender = ReturnType<typeof createSender>;

/** Sends events of one click, with amounts that say whether one is missing or counted twice. */
function createSender({ server, project }: Stage, clickId: string) {
  const client = openClient(server, project);
  const sums = new Map<string, number>();
  let sent = 0;
  const eventOf = (number: number) => ({
    eventId: `event-${number}`,
    name: 'purchase',
    clickId,
    revenue: { amount: (number % 9973) + 1, currency: CURRENCIES[number % CURRENCIES.length]! },
  });
  return {
    sent: () => sent,
    sums: () => sums,
    async send(count: number): Promise<void> {
      const numbers = Array.from({ length: count }, (_, place) => sent + place);
      const fresh = numbers.map(eventOf);
      const again = numbers.filter((number) => number % REPEATED === 0).map(eventOf);
      sent += count;
      for (const { revenue } of fresh) {
        sums.set(revenue.currency, (sums.get(revenue.currency) ?? 0) + revenue.amount);
      }
      for (const list of [fresh, again]) {
        const { errors } = await client.request<CallInput<typeof recordEvents>, RecordedEvents>(
          recordEvents,
          { body: { events: list } },
        );
        if (errors.length > 0) throw new Error(`an event was refused: ${errors[0]?.message}`);
      }
    },
  };
}

/** Redirects alone and beside events. */
async function measureEventsBeside(context: BenchContext, stage: Stage, sender: Sender) {
  const { rounds, ...figures } = await measureBeside(context, stage, (ending) =>
    sendSteadily(sender, context.count('rate'), ending),
  );
  const rateOf = ({ inTime, elapsedSeconds }: LoadResult) => inTime / elapsedSeconds;
  return {
    ...figures,
    eventsPerSecond: Math.round(medianOf(rounds.map(({ done }) => done))),
    ratio: rounded(medianOf(rounds.map(({ alone, beside }) => rateOf(beside) / rateOf(alone))), 3),
  };
}

/** Batches at a rate until it is to end; events a second, repeated ones not counted. */
async function sendSteadily(sender: Sender, rate: number, ending: AbortSignal): Promise<number> {
  const started = performance.now();
  const before = sender.sent();
  const seconds = () => (performance.now() - started) / 1000;
  while (!ending.aborted) {
    await sender.send(BATCH);
    const early = (sender.sent() - before) / rate - seconds();
    if (early > 0) await sleep(early * 1000);
  }
  return (sender.sent() - before) / seconds();
}

function compareSums(sums: ReadonlyMap<string, number>, found: LinkEvents): string[] {
  const revenue = found.events.find(({ name }) => name === 'purchase')?.revenue ?? [];
  const stored = new Map(revenue.map(({ currency, amount }) => [currency, amount]));
  return [...sums].flatMap(([currency, amount]) =>
    stored.get(currency) === amount
      ? []
      : [`${currency} adds up to ${stored.get(currency)}, and should to ${amount}`],
  );
}
