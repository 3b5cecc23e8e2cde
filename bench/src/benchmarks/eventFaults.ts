import { setTimeout as sleep } from 'node:timers/promises';
import type { CallInput } from '@fairlead/contract/client';
import type { AppEvent, RecordedEvents } from '@fairlead/contract/eventResources';
import { recordEvents } from '@fairlead/contract/operations/events';
import type { BenchContext, Benchmark, BenchOutcome } from '../benchmark.ts';
import { createLinks } from '../targets/benchLinks.ts';
import { findDatabasePids } from '../targets/findDatabasePids.ts';
import { openClient } from '../targets/openClient.ts';
import { signalAll } from '../targets/processes.ts';
import { type BenchProject, provisionProject } from '../targets/provisionProject.ts';
import { startClickHouse } from '../targets/startClickHouse.ts';
import { type BenchServer, startServer } from '../targets/startServer.ts';
import { survives, type Victim } from '../targets/victims.ts';
import { drawEvents, type DrawnEvents } from './eventFaults/drawEvents.ts';
import { findDifferences, type Stored } from './eventFaults/findDifferences.ts';
import { sowPeople } from './eventFaults/sowPeople.ts';

const LINKS = 100;
const PEOPLE = 2_000;
/** Events of a call, the most that there may be. */
const BATCH = 1_000;
/** Calls at once. */
const SENDERS = 4;
/** A call that got no answer is sent again after so long. */
const RETRY_MS = 100;

/** What is killed, and after which share of the events. */
const KILLS: readonly (readonly [share: number, victim: Victim])[] = [
  [0.1, 'server'],
  [0.2, 'worker'],
  [0.3, 'backend'],
  [0.4, 'database'],
  [0.5, 'all'],
  [0.8, 'worker'],
  [0.9, 'all'],
];
/** After this share the database stands still. */
const OUTAGE = 0.6;
/** Events that come in while it does, of all. */
const OUTAGE_SHARE = 0.1;

/** "What a link earned, through every fault": each event counts once, to the minor unit, for the link it belongs to. */
export const eventFaults: Benchmark = {
  name: 'event-faults',
  description:
    'events with repeats, late ones and wrong clocks, through kills and an outage of the database; compares every sum and every credit',
  seconds: { default: 300, help: 'how long the database stands still' },
  options: {
    events: { kind: 'count', help: 'different events', default: 1_000_000 },
    store: { kind: 'text', help: 'postgresql, the default, or clickhouse' },
  },
  run: runEventFaults,
};

interface Stage {
  readonly server: BenchServer;
  readonly project: BenchProject;
}

async function runEventFaults(context: BenchContext): Promise<BenchOutcome> {
  const inClickHouse = context.texts('store').includes('clickhouse');
  context.progress('starting the server');
  const engine = inClickHouse ? context.resources.use(await startClickHouse()) : undefined;
  const settings = { PROCESSES: '2', ...(engine && { CLICKS_URL: engine.url }) };
  const server = context.resources.use(await startServer(settings));
  const stage = { server, project: await provisionProject(server) };
  const links = await createLinks(server, stage.project, LINKS);
  const people = await sowPeople(stage, links, PEOPLE);
  const drawn = drawEvents(people, context.count('events'));
  const sending = await sendAll(context, stage, drawn);
  // Half of the late installs come by now: what they did before is theirs.
  await people.installLate();
  const asked = performance.now();
  const stored: Stored = {
    server,
    project: stage.project,
    engine,
    from: new Date(drawn.earliest - 60_000),
  };
  const differences = await findDifferences(stored, drawn);
  const seconds = Math.round((performance.now() - asked) / 1000);
  return {
    figures: {
      benchmark: 'event-faults',
      store: inClickHouse ? 'clickhouse' : 'postgresql',
      events: drawn.count,
      ...sending,
      outageSeconds: context.seconds,
      kills: KILLS.length,
      differences,
    },
    table: [
      ['', 'events'],
      ['different ones', String(drawn.count)],
      ['sent, repeats included', String(sending.sent)],
      ['calls sent again for want of an answer', String(sending.retried)],
      ['sums and credits that differ', String(differences.length)],
    ],
    notes: [
      `${KILLS.length} kills and ${context.seconds} s without the database, ${sending.seconds} s in all; compared in ${seconds} s.`,
    ],
    failures: differences.slice(0, 20),
  };
}

interface Sending {
  readonly sent: number;
  readonly retried: number;
  readonly seconds: number;
}

async function sendAll(context: BenchContext, stage: Stage, drawn: DrawnEvents): Promise<Sending> {
  const client = openClient(stage.server, stage.project);
  const calls = drawn.calls(BATCH);
  const started = performance.now();
  let [sent, retried, done] = [0, 0, 0];
  /** While the server is down nobody needs to ask it. */
  let mending: Promise<unknown> = Promise.resolve();
  let pace = 0;

  async function send(events: readonly AppEvent[], sentAt: string): Promise<void> {
    for (;;) {
      await mending;
      try {
        const body = { events: [...events], sentAt };
        const reply = await client.request<CallInput<typeof recordEvents>, RecordedEvents>(
          recordEvents,
          { body },
        );
        if (reply.errors.length > 0) throw new RangeError(reply.errors[0]?.message);
        sent += events.length;
        return;
      } catch (error) {
        if (error instanceof RangeError) throw error;
        retried += 1;
        await sleep(RETRY_MS);
      }
    }
  }

  async function work(): Promise<void> {
    for (const call of calls) {
      await send(call.events, call.sentAt());
      done += call.fresh;
      if (pace > 0) await sleep(pace);
    }
  }

  const faults = (async () => {
    const until = async (share: number) => {
      while (done < share * drawn.count) await sleep(20);
    };
    const kill = async (share: number, victim: Victim) => {
      await until(share);
      context.progress(`${done} events: kill of ${victim}`);
      mending = mend(stage.server, victim);
      await mending;
    };
    for (const [share, victim] of KILLS.filter(([at]) => at < OUTAGE)) await kill(share, victim);
    await until(OUTAGE);
    context.progress(`${done} events: the database stands still for ${context.seconds} s`);
    const calls = (OUTAGE_SHARE * drawn.count) / BATCH / SENDERS;
    pace = (context.seconds * 1000) / calls;
    const pids = await findDatabasePids(stage.server.dataDir);
    signalAll(pids, 'SIGSTOP');
    await sleep(context.seconds * 1000);
    signalAll(pids, 'SIGCONT');
    pace = 0;
    context.progress(`${done} events: the database goes on`);
    for (const [share, victim] of KILLS.filter(([at]) => at > OUTAGE)) await kill(share, victim);
  })();
  await Promise.all([faults, ...Array.from({ length: SENDERS }, work)]);
  return { sent, retried, seconds: Math.round((performance.now() - started) / 1000) };
}

async function mend(server: BenchServer, victim: Victim): Promise<void> {
  await server.kill(victim);
  if (survives(victim)) await server.untilHealthy();
  else await server.start();
}
