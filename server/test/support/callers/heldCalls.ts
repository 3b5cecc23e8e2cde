import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

interface HeldCalls {
  readonly port: number;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly howMany: number;
}

/**
 * Begins calls of an operation at once. Each begins with its head, and is under way until its body ends, which it never does: those that
 * are let in stay, until this is disposed of. `first` is the answer to one that was not.
 */
export function holdCalls({ port, path, headers, howMany }: HeldCalls) {
  const calls = Array.from({ length: howMany }, () => {
    const sent = { 'content-type': 'application/json', ...headers };
    const call = request({ host: '127.0.0.1', port, method: 'POST', path, headers: sent });
    call.on('error', () => {}).write('{');
    return call;
  });
  return {
    first: Promise.race(
      calls.map(async (call): Promise<IncomingMessage> => (await once(call, 'response'))[0]),
    ),
    [Symbol.dispose]() {
      for (const call of calls) call.destroy();
    },
  };
}
