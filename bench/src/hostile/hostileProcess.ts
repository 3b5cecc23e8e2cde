/** The process of the hostile clients: runs a plan from one message until the next, then tells what was answered. */
import { type HostilePlan, runHostileClients } from './runHostileClients.ts';

let stop: AbortController | undefined;

process.on('message', (message: HostilePlan | 'stop') => {
  if (message === 'stop') {
    stop?.abort();
    return;
  }
  stop = new AbortController();
  void runHostileClients(message, stop.signal).then((result) => process.send?.(result));
});
