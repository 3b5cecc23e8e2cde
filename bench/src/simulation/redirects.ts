import { load } from './loading.ts';
import type { OpenRequest, Process, Simulation } from './model.ts';

/** A request reaches a process; false if that refuses it. */
export function accept(simulation: Simulation, process: Process, settle?: () => void): boolean {
  const { counts, input, timeline } = simulation;
  if (process.open.size >= input.maxWaiting) return false;
  const request: OpenRequest = { arrivedAt: timeline.now(), settle };
  const { life } = process;
  process.open.add(request);
  process.cores.run(input.costs.serverMicros / 1e6, (waited) => {
    if (process.life !== life) return;
    counts.waited += waited;
    counts.served += 1;
    process.unwritten.push(request);
    write(simulation, process);
  });
  return true;
}

/** One durable write at a time; whatever arrives meanwhile is the next one. */
function write(simulation: Simulation, process: Process): void {
  if (process.isWriting || process.unwritten.length === 0) return;
  const { counts, input, timeline } = simulation;
  const group = process.unwritten;
  const { life } = process;
  process.unwritten = [];
  process.isWriting = true;
  timeline.after(input.costs.flushMicros / 1e6, () => {
    if (process.life !== life) return;
    process.isWriting = false;
    counts.answered += group.length;
    process.backlog += group.length;
    counts.backlog += group.length;
    counts.maxBacklog = Math.max(counts.maxBacklog, counts.backlog);
    for (const request of group) {
      counts.latencies.push(timeline.now() - request.arrivedAt);
      process.open.delete(request);
      request.settle?.();
    }
    write(simulation, process);
    load(simulation, process);
  });
}
