import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from './CommandError.ts';

/** Runs a command of the server's own program and returns the JSON object that it prints. */
export type RunServerProgram = (
  args: readonly string[],
) => Promise<Readonly<Record<string, unknown>>>;

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly repository: string;
  readonly server: string;
}

/** With the same configuration as the server: environment and data folder. Throws a CommandError if it fails. */
export function createServerProgram({ env, repository, server }: Surroundings): RunServerProgram {
  return async (args) => {
    const main = join(repository, server);
    if (!existsSync(main)) {
      throw new CommandError(
        1,
        `"${args[0]}" works on the database itself: run it in the folder of the server, with npm run fairlead -- ${args[0]}`,
      );
    }
    const child = spawn(process.execPath, [main, ...args], {
      cwd: repository,
      // The server's log messages are of no interest here.
      env: { ...env, LOG_LEVEL: 'silent' },
      // The program ends with this one, however this one ends: it notices that the channel is closed.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let [out, err] = ['', ''];
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text));
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) {
      throw new CommandError(code === 2 ? 2 : 1, err.trimEnd() || 'It ended without a word');
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the program prints one object
    return JSON.parse(out) as Readonly<Record<string, unknown>>;
  };
}
