import { join, relative } from 'node:path';
import { SERVER_PROGRAM } from '../../server/test/support/run/programs.ts';
import { runCommandLine } from '../src/runCommandLine.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface Finished {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line as main.ts does, with an environment of its own and nobody to ask. */
export async function runFairlead(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  repository = '/nowhere',
  /** Standard input. */
  input = '',
): Promise<Finished> {
  let [out, err] = ['', ''];
  const nobody = () => Promise.reject(new Error('A question, though nobody is there'));
  const status = await runCommandLine({
    argv,
    // A home of its own: the profiles of whoever runs the tests are not touched.
    env: { XDG_CONFIG_HOME: '/nowhere', XDG_STATE_HOME: '/nowhere', ...env },
    repository,
    server: relative(ROOT, SERVER_PROGRAM),
    out: (text) => {
      out += text;
    },
    terminal: {
      interactive: false,
      columns: undefined,
      err: (text) => {
        err += text;
      },
      status: () => {},
      ask: nobody,
      askSecret: nobody,
      readInput: async () => new TextEncoder().encode(input),
    },
  });
  return { status, out, err };
}
