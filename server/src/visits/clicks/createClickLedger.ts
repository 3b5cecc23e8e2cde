import cluster from 'node:cluster';
import { type Backlog, createLoader } from '../journal/createLoader.ts';
import { joinOtherWorkers } from '../journal/otherWorkers.ts';
import type { Journal } from '../journal/Journal.ts';
import type { Log } from '#platform/ports/Log.ts';
import type { Metrics } from '#platform/ports/Metrics.ts';
import type { Click } from './facts/Click.ts';
import type { EventBatch } from './facts/events.ts';
import {
  encodeClick,
  encodeEvents,
  encodeOpen,
  encodeReport,
  type OpenedClick,
  type PhoneReport,
} from './facts/clickRecords.ts';
import type { ClickStore } from '../numbers/ClickStore.ts';

/** Stores every click durably before it is answered, and loads it into the database afterwards (ADR 12). */
export interface ClickLedger extends AsyncDisposable {
  /** Resolves when the click is durable; rejects with UNAVAILABLE if that took too long. */
  record(click: Click): Promise<void>;
  /** The same for an earlier click that has opened the app. */
  recordOpen(open: OpenedClick): Promise<void>;
  recordReport(report: PhoneReport): Promise<void>;
  /** The same for the events of a call. */
  recordEvents(batch: EventBatch): Promise<void>;
  /**
   * Resolves when everything stored on this machine is in the database, by whichever process: code that reads numbers or looks for a click
   * waits for it. Rejects with UNAVAILABLE if that takes too long.
   */
  loaded(): Promise<void>;
  /** False while nothing can be stored, for example because the disk is full. */
  isStoring(): boolean;
  /** Records waiting for the disk, and those in the current write. */
  unanswered(): { readonly waiting: number; readonly under_way: number };
  backlog(): Backlog;
}

interface Options {
  /** Closed with the ledger, which has loaded it by then. */
  readonly journal: Journal;
  readonly clickStore: Pick<ClickStore, 'openTarget'>;
  readonly log: Log;
  readonly metrics?: Pick<Metrics, 'countLoadedRecords' | 'countRefusedRecords'>;
  /** Factor for how long readers wait (`AppOptions.patience`). */
  readonly patience?: number;
  /** Journals of former workers. */
  readonly left?: Pick<ClickLedger, 'loaded'>;
}

export function createClickLedger(options: Options): ClickLedger {
  const { journal, clickStore, log, metrics, patience, left } = options;
  const target = clickStore.openTarget({
    log,
    async keepAside(records) {
      metrics?.countRefusedRecords(records.length);
      await journal.keepAside(records);
    },
  });
  const loader = createLoader({
    journal,
    target,
    log,
    patience,
    onLoaded: (records, seconds) => metrics?.countLoadedRecords(records, seconds),
  });
  const others = cluster.isWorker ? joinOtherWorkers(loader) : undefined;
  return {
    record: (click) => journal.append(encodeClick(click)),
    recordOpen: (open) => journal.append(encodeOpen(open)),
    recordReport: (report) => journal.append(encodeReport(report)),
    recordEvents: (batch) => journal.append(encodeEvents(batch)),
    async loaded() {
      await Promise.all([loader.loaded(), others?.loaded(), left?.loaded()]);
    },
    isStoring: () => journal.isStoring(),
    unanswered: () => journal.unanswered(),
    backlog: () => loader.backlog(),
    async [Symbol.asyncDispose]() {
      await journal.finish();
      await loader[Symbol.asyncDispose]();
      await journal[Symbol.asyncDispose]();
    },
  };
}
