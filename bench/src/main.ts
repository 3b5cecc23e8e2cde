import { runBench } from './runBench.ts';

const resources = new AsyncDisposableStack();

/** An interrupted benchmark leaves no server, database or directory behind. */
async function interrupt(): Promise<void> {
  await resources.disposeAsync();
  process.exit(130);
}
process.once('SIGINT', () => void interrupt());
process.once('SIGTERM', () => void interrupt());

try {
  process.exitCode = await runBench(
    process.argv.slice(2),
    {
      out: (text) => void process.stdout.write(text),
      err: (text) => void process.stderr.write(text),
    },
    resources,
  );
} finally {
  await resources.disposeAsync();
}
