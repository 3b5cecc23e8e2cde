import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { childEnvironment } from '../../server/test/support/run/childEnvironment.ts';
import { COMMAND_LINE } from '../../server/test/support/run/programs.ts';

const SCRIPT = '/usr/bin/script';
/** Until a question comes or the command ends. */
const PATIENCE_MS = 60_000;

/** Debian's `script` of util-linux runs a program in a pseudo-terminal. */
export const hasTerminal = existsSync(SCRIPT);

/** Runs the command line in a pseudo-terminal and answers its questions, each when it stands there. */
export async function runInTerminal(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  answers: readonly (readonly [question: string, answer: string])[] = [],
): Promise<{ status: number; shown: string }> {
  const words = [process.execPath, COMMAND_LINE, ...argv].map((word) => `'${word}'`).join(' ');
  const child = spawn(SCRIPT, ['-qefc', `stty cols 80; ${words}`, '/dev/null'], {
    env: {
      ...childEnvironment,
      TERM: 'xterm',
      NODE_NO_WARNINGS: '1',
      SHELL: '/bin/sh',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  const open = [...answers];
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    const next = open[0];
    if (next === undefined || !shown.includes(next[0])) return;
    open.shift();
    child.stdin.write(`${next[1]}\n`);
  });
  const [status] = (await once(child, 'close')) as [number | null];
  clearTimeout(patience);
  return { status: status ?? -1, shown };
}
