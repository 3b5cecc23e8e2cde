import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { AggregatorRegistry } from 'prom-client';

const QUESTION = 'fairlead: meters of all workers?';
const ANSWER = 'fairlead: meters of all workers';

interface Question {
  readonly type: typeof QUESTION;
  readonly id: string;
}

interface Answer {
  readonly type: typeof ANSWER;
  readonly id: string;
  readonly text?: string;
  readonly error?: string;
}

/**
 * Workers share the port, so whoever asks for numbers meets any one of them. That one asks the first
 * process, which gathers the numbers of all.
 */
export function askForAllWorkers(): Promise<string> {
  const id = randomUUID();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const listen = (message: Answer) => {
    if (message?.type !== ANSWER || message.id !== id) return;
    process.off('message', listen);
    if (message.text === undefined) reject(new Error(message.error));
    else resolve(message.text);
  };
  process.on('message', listen);
  process.send?.({ type: QUESTION, id } satisfies Question);
  return promise;
}

/** In the first process: answers what `askForAllWorkers` asks. */
export function answerForAllWorkers(): void {
  const registry = new AggregatorRegistry();
  cluster.on('message', (worker: Worker, message: Question) => {
    if (message?.type !== QUESTION) return;
    const { id } = message;
    const answer = (rest: Pick<Answer, 'text' | 'error'>) => {
      if (worker.isConnected()) worker.send({ type: ANSWER, id, ...rest } satisfies Answer);
    };
    registry.clusterMetrics().then(
      (text) => answer({ text }),
      (error: Error) => answer({ error: error.message }),
    );
  });
}
