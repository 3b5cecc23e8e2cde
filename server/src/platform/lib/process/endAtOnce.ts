const lastActs = new Set<() => void>();

/** Until disposed, done when the process ends at once: what would go on in its name without it. */
export function beforeEndingAtOnce(act: () => void): Disposable {
  lastActs.add(act);
  return { [Symbol.dispose]: () => void lastActs.delete(act) };
}

/** Ends the process as a failure without closing anything: what it has open belongs to another process by now. */
export function endAtOnce(reason: string): never {
  process.stderr.write(`${reason}\n`);
  for (const act of lastActs) act();
  process.exit(1);
}
