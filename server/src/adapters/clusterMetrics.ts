import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** A worker that is starting or hanging is left out rather than delaying the answer. */
const PATIENCE_MS = 1000;

type Numbers = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** From a worker: asks for the metrics of all. From the first process: asks for those of one worker. */
interface Question {
  readonly fairlead: 'metrics?';
  readonly id: string;
}

interface OneAnswer {
  readonly fairlead: 'metrics';
  readonly id: string;
  readonly numbers: Numbers;
}

interface WholeAnswer {
  readonly fairlead: 'metrics of all';
  readonly id: string;
  readonly text: string;
}

type Message = Question | OneAnswer | WholeAnswer;

/**
 * Workers share the port, so a scrape reaches any one of them. That one asks the first process,
 * which gathers the metrics of all. Returns a function that reads them.
 */
export function joinOtherWorkers(registry: Registry): () => Promise<string> {
  const waiting = new Map<string, (text: string) => void>();
  const send = (message: Message) => void process.send?.(message);
  process.on('message', (message: Message) => {
    if (message.fairlead === 'metrics?') {
      const { id } = message;
      void registry
        .getMetricsAsJSON()
        .then((numbers) => send({ fairlead: 'metrics', id, numbers }));
    } else if (message.fairlead === 'metrics of all') {
      waiting.get(message.id)?.(message.text);
      waiting.delete(message.id);
    }
  });
  return () =>
    new Promise((resolve) => {
      const id = randomUUID();
      waiting.set(id, resolve);
      send({ fairlead: 'metrics?', id });
    });
}

/** In the first process: gathers the metrics for the worker that asks. */
export function gatherMetrics(): void {
  const gathering = new Map<string, (numbers: Numbers) => void>();

  async function gather(): Promise<string> {
    const workers = Object.values(cluster.workers ?? {}).filter((each) => each?.isConnected());
    const answers: Numbers[] = [];
    const id = randomUUID();
    const all = new Promise<void>((resolve) => {
      gathering.set(id, (numbers) => {
        answers.push(numbers);
        if (answers.length === workers.length) resolve();
      });
    });
    for (const worker of workers) worker?.send({ fairlead: 'metrics?', id } satisfies Question);
    await Promise.race([all, sleep(PATIENCE_MS, undefined, { ref: false })]);
    gathering.delete(id);
    return await AggregatorRegistry.aggregate(answers).metrics();
  }

  cluster.on('message', (worker: Worker, message: Message) => {
    if (message.fairlead === 'metrics') gathering.get(message.id)?.(message.numbers);
    if (message.fairlead !== 'metrics?') return;
    const { id } = message;
    void gather().then((text) => {
      const answer: WholeAnswer = { fairlead: 'metrics of all', id, text };
      if (worker.isConnected()) worker.send(answer);
    });
  });
}
