import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BenchServer } from './startServer.ts';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

interface EndedCommand {
  /** Null where it was killed. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly seconds: number;
}

/** A command of the server's program, on the data of a measured server. */
export interface ServerCommand {
  readonly ended: Promise<EndedCommand>;
  running(): boolean;
  /** At once, as a power cut would. */
  kill(): void;
}

export function startCommand(
  server: BenchServer,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ServerCommand {
  const started = performance.now();
  const child = spawn(process.execPath, ['dist/server.js', ...args], {
    cwd: REPOSITORY,
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: server.dataDir,
      LOG_LEVEL: 'silent',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const ended = new Promise<EndedCommand>((resolve) => {
    child.once('close', (code) => {
      resolve({ code, out, err, seconds: (performance.now() - started) / 1000 });
    });
  });
  return {
    ended,
    running: () => child.exitCode === null && child.signalCode === null,
    kill: () => void child.kill('SIGKILL'),
  };
}
