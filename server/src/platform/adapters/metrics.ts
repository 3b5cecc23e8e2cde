import cluster from 'node:cluster';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics } from '../ports/Metrics.ts';
import { joinOtherWorkers } from './clusterMetrics.ts';

/** From a fast disk flush to the ledger's timeout. */
const WRITE_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Metrics with prom-client. None of them identifies a tenant, because anyone monitoring the machine sees all
 * of them.
 */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'fairlead_processes',
    help: 'Processes that these numbers are of',
    registers,
  }).set(1);
  const read = cluster.isWorker ? joinOtherWorkers(registry) : () => registry.metrics();
  return {
    ...countAnswers(registry),
    ...countRecords(registry),
    watch({ name, help, ofMachine = false, read }) {
      const gauge = new Gauge({
        name,
        help,
        aggregator: ofMachine ? 'max' : 'sum',
        labelNames: ['state'],
        registers,
        collect() {
          for (const [state, value] of Object.entries(read())) gauge.set({ state }, value);
        },
      });
    },
    watchProcess() {
      collectDefaultMetrics({ register: registry });
    },
    async read() {
      return { mediaType: registry.contentType, text: await read() };
    },
  };
}

/** Counted in plain maps, because it happens with every request. */
function countAnswers(registry: Registry): Pick<Metrics, 'countApiAnswer' | 'countVisitAnswer'> {
  const apiAnswers = new Map<string, Map<number, number>>();
  const visitAnswers = new Map<number, number>();
  countOf(registry, {
    name: 'fairlead_api_answers_total',
    help: 'Answers of the API by operation and status',
    labelNames: ['operation', 'status'],
    read: (count) => {
      for (const [operation, byStatus] of apiAnswers) {
        for (const [status, answers] of byStatus) count({ operation, status }, answers);
      }
    },
  });
  countOf(registry, {
    name: 'fairlead_visit_answers_total',
    help: 'Answers of link domains and the launch domain by status',
    labelNames: ['status'],
    read: (count) => {
      for (const [status, answers] of visitAnswers) count({ status }, answers);
    },
  });
  return {
    countApiAnswer(operationId, status) {
      let byStatus = apiAnswers.get(operationId);
      if (!byStatus) apiAnswers.set(operationId, (byStatus = new Map()));
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    },
    countVisitAnswer(status) {
      visitAnswers.set(status, (visitAnswers.get(status) ?? 0) + 1);
    },
  };
}

/** Records of the journal. */
function countRecords(
  registry: Registry,
): Pick<Metrics, 'countStoredRecords' | 'countLoadedRecords' | 'countRefusedRecords'> {
  const registers = [registry];
  const stored = new Counter({
    name: 'fairlead_clicks_stored_total',
    help: 'Clicks, and with them opens and reports of pages, that were made durable',
    registers,
  });
  const writes = new Histogram({
    name: 'fairlead_click_write_seconds',
    help: 'Writes to the disk that made clicks durable',
    buckets: WRITE_SECONDS,
    registers,
  });
  const loaded = new Counter({
    name: 'fairlead_journal_records_loaded_total',
    help: 'Records of the journal that are in the database',
    registers,
  });
  const loads = new Histogram({
    name: 'fairlead_journal_load_seconds',
    help: 'Transactions that loaded records of the journal',
    buckets: WRITE_SECONDS,
    registers,
  });
  const refused = new Counter({
    name: 'fairlead_journal_records_refused_total',
    help: 'Records that the database will never take; they stand in refused.jsonl',
    registers,
  });
  return {
    countStoredRecords(records, seconds) {
      stored.inc(records);
      writes.observe(seconds);
    },
    countLoadedRecords(records, seconds) {
      loaded.inc(records);
      loads.observe(seconds);
    },
    countRefusedRecords(records) {
      refused.inc(records);
    },
  };
}

interface CountOf {
  readonly name: string;
  readonly help: string;
  readonly labelNames: string[];
  readonly read: (count: (labels: Record<string, string | number>, value: number) => void) => void;
}

/** A counter whose values are kept elsewhere and read on demand. */
function countOf(registry: Registry, { name, help, labelNames, read }: CountOf): void {
  const counter = new Counter({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      counter.reset();
      read((labels, value) => counter.inc(labels, value));
    },
  });
}
