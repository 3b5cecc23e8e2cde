import { load } from './loading.ts';
import { createProcess, type Simulation } from './model.ts';

/** Journals keep what was loaded for so long (ADR 29). */
const KEPT_SECONDS = 300;

export function planFailures(simulation: Simulation): void {
  planKills(simulation);
  planFailover(simulation);
  const { databaseOutages = [] } = simulation.input;
  for (const { to } of databaseOutages) {
    simulation.timeline.after(to, () => loadAll(simulation));
  }
}

/** The machine comes back with its disk: its journal is loaded then, its open requests are gone. */
function planKills(simulation: Simulation): void {
  const { input, timeline, counts } = simulation;
  for (const { node, from, to } of input.nodeOutages ?? []) {
    const killed = simulation.processes.filter((each) => each.node === node);
    timeline.after(from, () => {
      for (const process of killed) {
        const broken = [...process.open];
        counts.broken += broken.length;
        const { backlog, life } = process;
        const fresh = createProcess(node, simulation.newThread());
        Object.assign(process, fresh, { backlog, life: life + 1 });
        for (const { settle } of broken) settle?.();
      }
    });
    timeline.after(to, () => {
      for (const each of killed) load(simulation, each);
    });
  }
}

/** What the replica has not replayed is gone with the primary; the journals that loaded it load it again. */
function planFailover(simulation: Simulation): void {
  const { input, timeline, counts, unreplayed } = simulation;
  if (!input.failover) return;
  if (!input.replica) throw new Error('a failover needs a replica');
  const { from, to } = input.failover;
  let gone: typeof unreplayed = [];
  timeline.after(from, () => (gone = unreplayed.splice(0)));
  timeline.after(to, () => {
    for (const { process, clicks, at } of gone) {
      counts.loaded -= clicks;
      if (to - at > KEPT_SECONDS) {
        counts.lost += clicks;
        continue;
      }
      process.backlog += clicks;
      counts.backlog += clicks;
      counts.reloaded += clicks;
    }
    counts.maxBacklog = Math.max(counts.maxBacklog, counts.backlog);
    loadAll(simulation);
  });
}

function loadAll(simulation: Simulation): void {
  for (const each of simulation.processes) load(simulation, each);
}
