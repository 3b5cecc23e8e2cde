import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import type { Loader } from './createLoader.ts';
import { notLoadedYet, READER_PATIENCE_MS } from './createReaders.ts';

/**
 * Each worker process of a machine has its own journal, and a reader in one waits for all of them. It asks the first
 * process, which asks every worker and its own ledger. The first process loads what a dead worker has left; if that fails, its successor
 * is asked once it has opened the journal.
 */
type Message =
  /** From a worker that reads: is everything loaded? From the first process: is yours? */
  | { readonly fairlead: 'loaded?'; readonly id: string }
  | { readonly fairlead: 'loaded'; readonly id: string }
  | { readonly fairlead: 'journal opened' };

/** In a worker: answers for its own journal. Returns a function that waits for those of the others. */
export function joinOtherWorkers(own: Pick<Loader, 'loaded'>): Pick<Loader, 'loaded'> {
  const waiting = new Map<string, () => void>();
  const send = (message: Message) => void process.send?.(message);
  process.on('message', (message: Message) => {
    if (message.fairlead === 'loaded') waiting.get(message.id)?.();
    if (message.fairlead !== 'loaded?') return;
    const { id } = message;
    // Without an answer, the reader times out.
    own.loaded().then(
      () => send({ fairlead: 'loaded', id }),
      () => undefined,
    );
  });
  send({ fairlead: 'journal opened' });
  return {
    loaded: () =>
      new Promise((resolve, reject) => {
        const id = randomUUID();
        const end = (settle: () => void) => {
          clearTimeout(timer);
          waiting.delete(id);
          settle();
        };
        const timer = setTimeout(() => end(() => reject(notLoadedYet())), READER_PATIENCE_MS);
        waiting.set(id, () => end(resolve));
        send({ fairlead: 'loaded?', id });
      }),
  };
}

interface Question {
  readonly id: string;
  readonly asker: Worker;
  readonly at: number;
  /** Slots that have not answered yet. */
  readonly slots: Set<number>;
}

/** The workers' journals, as the first process sees them. */
export interface WorkerJournals {
  /** Nothing writes to the slot's journal any more, and all of it is loaded. */
  noteLoaded(slot: number): void;
}

const FIRST_PROCESS = 0;

interface Expected {
  /** Of all workers. */
  readonly slots: readonly number[];
  readonly slotOf: (worker: Worker) => number;
  /** Of the first process, which may not have opened it yet. */
  readonly ledger: Promise<Pick<Loader, 'loaded'>>;
}

/** In the first process. */
export function gatherLoaded({ slots, slotOf, ledger }: Expected): WorkerJournals {
  const questions = new Map<string, Question>();
  const open = new Map<number, Worker>();
  /** Slots whose journals are loaded and not open. */
  const loaded = new Set<number>();

  function ask(slot: number, { id }: Question): void {
    const worker = open.get(slot);
    if (worker?.isConnected()) worker.send({ fairlead: 'loaded?', id } satisfies Message);
  }

  function begin(id: string, asker: Worker): void {
    const now = Date.now();
    for (const { id: old, at } of questions.values()) {
      if (now - at > READER_PATIENCE_MS) questions.delete(old);
    }
    const question = { id, asker, at: now, slots: new Set([FIRST_PROCESS, ...slots]) };
    // It waits for its own journal itself.
    question.slots.delete(slotOf(asker));
    questions.set(id, question);
    for (const slot of loaded) question.slots.delete(slot);
    for (const slot of question.slots) ask(slot, question);
    askHere(question);
  }

  function askHere(question: Question): void {
    // Without an answer, the reader times out.
    ledger
      .then((own) => own.loaded())
      .then(
        () => answer(question, FIRST_PROCESS),
        () => undefined,
      );
  }

  function answer({ id, asker, slots: missing }: Question, slot: number): void {
    missing.delete(slot);
    if (missing.size > 0) return;
    questions.delete(id);
    if (asker.isConnected()) asker.send({ fairlead: 'loaded', id } satisfies Message);
  }

  cluster.on('message', (worker: Worker, message: Message) => {
    const slot = slotOf(worker);
    if (message.fairlead === 'journal opened') {
      open.set(slot, worker);
      loaded.delete(slot);
      for (const question of questions.values()) {
        if (question.slots.has(slot)) ask(slot, question);
      }
    }
    if (message.fairlead === 'loaded?') begin(message.id, worker);
    if (message.fairlead !== 'loaded') return;
    const question = questions.get(message.id);
    if (question) answer(question, slot);
  });

  cluster.on('exit', (worker) => {
    if (open.get(slotOf(worker)) === worker) open.delete(slotOf(worker));
  });
  return {
    noteLoaded(slot) {
      loaded.add(slot);
      for (const question of questions.values()) answer(question, slot);
    },
  };
}
