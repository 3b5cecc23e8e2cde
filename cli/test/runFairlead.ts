import { runCommandLine } from '../src/runCommandLine.ts';

export interface Finished {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line as main.ts does, with an environment of its own. */
export async function runFairlead(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  repository = '/nowhere',
): Promise<Finished> {
  let [out, err] = ['', ''];
  const status = await runCommandLine({
    argv,
    env,
    repository,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { status, out, err };
}
