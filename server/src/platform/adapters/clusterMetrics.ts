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
    return await AggregatorRegistry.aggregate(withoutLesserAges(answers)).metrics();
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

/** Numbers of processes are added up, but of an age (state `seconds`) only the largest counts: the others become 0. */
function withoutLesserAges(answers: readonly Numbers[]): Numbers[] {
  const largest = new Map<string, number>();
  const isAge = ({ labels }: Numbers[number]['values'][number]) => labels['state'] === 'seconds';
  for (const { name, values } of answers.flat()) {
    for (const each of values.filter(isAge)) {
      largest.set(name, Math.max(each.value, largest.get(name) ?? 0));
    }
  }
  return answers.map((numbers) =>
    numbers.map((metric) => ({
      ...metric,
      values: metric.values.map((each) => {
        if (!isAge(each)) return each;
        // Once, where two are of the same age.
        const isLargest = largest.get(metric.name) === each.value && largest.delete(metric.name);
        return isLargest ? each : { ...each, value: 0 };
      }),
    })),
  );
}
