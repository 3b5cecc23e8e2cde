/** Ends the process as a failure without closing anything: what it has open belongs to another process by now. */
export function endAtOnce(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
