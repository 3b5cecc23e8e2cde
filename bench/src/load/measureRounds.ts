import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchContext } from '../benchmark.ts';
import { readCpuSeconds, readDatabaseCpuSeconds } from '../targets/readCpuSeconds.ts';
import { addHistogram, createHistogram, type Histogram, percentileMs } from './histogram.ts';
import type { LoadResult } from './runLoad.ts';
import { createRandom, shuffle } from './random.ts';
import { type LoadGenerator, startLoadGenerator } from './startLoadGenerator.ts';

export interface Target {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  /** Where the target keeps a database of its own, whose processor time is measured too. */
  readonly dataDir?: string;
  readonly requests: readonly string[];
}

export interface Measurement {
  readonly name: string;
  /** Requests a second, round by round. */
  readonly rates: number[];
  readonly latencies: Histogram;
  /** Answers by request of the target's list, warm-up included: each is a click where clicks are kept. */
  readonly answeredByRequest: Uint32Array;
  answered: number;
  unanswered: number;
  /** Processor time in measured rounds; undefined where it cannot be read. */
  cpu: CpuSeconds | undefined;
  measuredAnswers: number;
  readonly statuses: Record<string, number>;
  readonly errors: Set<string>;
}

interface CpuSeconds {
  readonly process: number;
  /** 0 for a target without a database. */
  readonly database: number;
}

interface Rounds {
  /** Measured time of each target. */
  readonly seconds?: number;
  readonly turnSeconds?: number;
  /** Whether a turn ends when its target has done what it had put off. Without, what is put off falls on all targets alike. */
  readonly settle?: boolean;
  readonly generator?: LoadGenerator;
}

const LOOK_MS = 400;
const MOST_LOOKS = 25;
/** Processor time between two looks below which a target is idle: a twentieth of the time. */
const IDLE_SECONDS = LOOK_MS / 20_000;

/**
 * Measures targets for `seconds` each, over `--connections`, in turn, round after round, so that a slow moment of the
 * machine falls on all of them; one unmeasured round goes before, and each round has an order of its own. Unless told
 * otherwise, each turn ends when its target has done what it had put off, such as storing clicks: the time of that is
 * its own, and the next one has the machine to itself.
 */
export async function measureRounds(
  context: BenchContext,
  targets: readonly Target[],
  {
    seconds = context.seconds,
    turnSeconds = 2,
    settle = true,
    generator = context.resources.use(startLoadGenerator()),
  }: Rounds = {},
): Promise<Measurement[]> {
  const rounds = Math.max(3, Math.round(seconds / turnSeconds));
  const measured = targets.map((target) => ({ target, measurement: emptyMeasurement(target) }));
  const random = createRandom(12);
  let fresh = 0;
  for (let round = 0; round <= rounds; round += 1) {
    for (const { target, measurement } of shuffle(measured, random)) {
      const cpuBefore = await readCpu(target);
      const result = await generator.run({
        host: '127.0.0.1',
        port: target.port,
        connections: context.count('connections'),
        seconds: seconds / rounds,
        requests: target.requests,
        pinned: false,
        reconnect: true,
        freshFrom: fresh,
      });
      fresh = result.freshTo;
      const cpuAfter = await (settle ? untilIdle(target) : readCpu(target));
      countAnswers(measurement, result);
      if (round === 0) continue;
      addRound(measurement, result, cpuBefore && cpuAfter && combine(cpuAfter, cpuBefore, -1));
    }
    const rates = measured.map(({ measurement: { name, rates } }) =>
      rates.length === 0 ? `${name} warm` : `${name} ${Math.round(rates.at(-1) ?? 0)}/s`,
    );
    context.progress(`round ${round} of ${rounds}: ${rates.join(', ')}`);
  }
  return measured.map(({ measurement }) => measurement);
}

/** Round by round, the first rate as a share of the second, and the median of that. */
export function compareRates(
  ours: Measurement,
  other: Measurement,
): { ratio: number; ratios: number[] } {
  const ratios = ours.rates.map((rate, round) => rate / (other.rates[round] ?? Number.NaN));
  return { ratio: medianOf(ratios), ratios };
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  return Number.isInteger(middle) ? (low + (sorted[middle] ?? Number.NaN)) / 2 : low;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Rate, latencies in milliseconds and processor time (µs a request) of a measurement. */
export function figuresOf(measurement: Measurement): {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  cpuMicros: number | undefined;
  databaseCpuMicros: number | undefined;
} {
  const { cpu, measuredAnswers } = measurement;
  const perAnswer = (seconds: number): number => (seconds / measuredAnswers) * 1e6;
  return {
    requestsPerSecond: medianOf(measurement.rates),
    p50: percentileMs(measurement.latencies, 0.5),
    p99: percentileMs(measurement.latencies, 0.99),
    cpuMicros: cpu && perAnswer(cpu.process),
    databaseCpuMicros: cpu && perAnswer(cpu.database),
  };
}

function emptyMeasurement(target: Target): Measurement {
  return {
    name: target.name,
    rates: [],
    latencies: createHistogram(),
    answeredByRequest: new Uint32Array(target.requests.length),
    answered: 0,
    unanswered: 0,
    cpu: { process: 0, database: 0 },
    measuredAnswers: 0,
    statuses: {},
    errors: new Set(),
  };
}

function countAnswers(measurement: Measurement, result: LoadResult): void {
  measurement.answered += result.answered;
  for (const count of result.unansweredByRequest) measurement.unanswered += count;
  for (const [request, count] of result.answeredByRequest.entries()) {
    measurement.answeredByRequest[request] = (measurement.answeredByRequest[request] ?? 0) + count;
  }
  for (const [status, count] of Object.entries(result.statuses)) {
    measurement.statuses[status] = (measurement.statuses[status] ?? 0) + count;
  }
  for (const error of result.errors) measurement.errors.add(error);
}

function addRound(measurement: Measurement, result: LoadResult, cpu: CpuSeconds | undefined): void {
  measurement.rates.push(result.inTime / result.elapsedSeconds);
  addHistogram(measurement.latencies, result.latencies);
  measurement.measuredAnswers += result.answered;
  measurement.cpu = measurement.cpu && cpu && combine(measurement.cpu, cpu, 1);
}

async function readCpu(target: Target): Promise<CpuSeconds | undefined> {
  const own = await readCpuSeconds(target.pid);
  const database = target.dataDir === undefined ? 0 : await readDatabaseCpuSeconds(target.dataDir);
  return own === undefined || database === undefined ? undefined : { process: own, database };
}

/** What a target has used once it is idle, or after ten seconds. */
async function untilIdle(target: Target): Promise<CpuSeconds | undefined> {
  let used = await readCpu(target);
  for (let looks = 0; used && looks < MOST_LOOKS; looks += 1) {
    const before = used;
    await sleep(LOOK_MS);
    used = await readCpu(target);
    const since = used && combine(used, before, -1);
    if (!since || since.process + since.database < IDLE_SECONDS) break;
  }
  return used;
}

function combine(one: CpuSeconds, other: CpuSeconds, sign: 1 | -1): CpuSeconds {
  return {
    process: one.process + sign * other.process,
    database: one.database + sign * other.database,
  };
}
