import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 100;
const PATIENCE_MS = 600_000;

interface Expected {
  /** Of the gauge, and its label `state`. */
  readonly name: string;
  readonly state: string;
  readonly holds: (value: number) => boolean;
  /** The operator's, on the port of the API. */
  readonly token?: string;
}

/** Waits until a gauge of `/metrics` below `origin` has a value; throws after ten minutes. */
export async function untilMetric(
  origin: string,
  { name, state, holds, token }: Expected,
): Promise<void> {
  const headers: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  const line = new RegExp(`^${name}\\{state="${state}"\\} (.*)$`, 'm');
  for (const limit = performance.now() + PATIENCE_MS; ; await sleep(LOOK_MS)) {
    const answer = await fetch(`${origin}/metrics`, { headers }).catch(() => undefined);
    if (answer?.status === 401) throw new Error('/metrics asks for the token of the operator');
    const value = line.exec((await answer?.text()) ?? '')?.[1];
    if (value !== undefined && holds(Number(value))) return;
    if (performance.now() > limit) throw new Error(`${name} of ${state} stays ${value}`);
  }
}
