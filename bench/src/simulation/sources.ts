import { createRandom } from '../load/random.ts';
import type { Cores } from './cores.ts';
import { isNodeDown, type Process, type Simulation } from './model.ts';
import { accept } from './redirects.ts';

/** How long a client whose request was refused or broken waits before it tries again, as `runLoad` does. */
const RETRY_SECONDS = 0.02;

export function planLoad(simulation: Simulation): void {
  const { load } = simulation.input;
  if (load.kind === 'open') planArrivals(simulation, load.ratePerSecond);
  else planClients(simulation, load);
}

function planArrivals(simulation: Simulation, ratePerSecond: number): void {
  const { input, timeline, processes, counts } = simulation;
  const random = createRandom(input.seed);
  const wait = (): number => -Math.log(1 - random()) / ratePerSecond;
  const arrive = (): void => {
    counts.arrived += 1;
    const up = processes.filter(({ node }) => !isNodeDown(simulation, node));
    const process = up[Math.floor(random() * up.length)];
    if (process === undefined || !accept(simulation, process)) counts.refused += 1;
    timeline.after(wait(), arrive);
  };
  timeline.after(wait(), arrive);
}

/** Clients begin within the first millisecond, in an order of chance. */
function planClients(
  simulation: Simulation,
  load: { readonly clients: number; readonly generators: number },
): void {
  const { input, timeline, processes } = simulation;
  const random = createRandom(input.seed);
  const generators = Array.from({ length: load.generators }, () => simulation.newThread());
  for (let client = 0; client < load.clients; client += 1) {
    const process = processes[client % processes.length]!;
    const generator = generators[client % generators.length]!;
    timeline.after(random() / 1000, () => send(simulation, process, generator));
  }
}

/** Reading the last answer and sending the next request is one piece of work of the generator. */
function send(simulation: Simulation, process: Process, generator: Cores): void {
  const { counts, input, timeline } = simulation;
  const again = (): void => send(simulation, process, generator);
  generator.run((input.costs.generatorMicros ?? 0) / 1e6, () => {
    counts.arrived += 1;
    let { life } = process;
    const settle = (): void => {
      if (process.life === life) again();
      else timeline.after(RETRY_SECONDS, again);
    };
    if (isNodeDown(simulation, process.node) || !accept(simulation, process, settle)) {
      counts.refused += 1;
      life = -1;
      settle();
    }
  });
}
