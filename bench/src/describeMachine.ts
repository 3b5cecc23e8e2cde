import { availableParallelism, cpus, platform, release, totalmem } from 'node:os';

/** Where and when a figure was measured; a figure without it says little. */
export interface MeasuredOn {
  readonly date: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
}

export function describeMachine(): MeasuredOn {
  return {
    date: new Date().toISOString().slice(0, 10),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.version,
  };
}
