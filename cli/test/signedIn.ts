import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { newProject, type TestProject } from '../../server/test/support/callers/personas.ts';
import { type Finished, runFairlead } from './runFairlead.ts';

export interface SignedIn extends AsyncDisposable {
  readonly project: TestProject;
  readonly env: Readonly<Record<string, string>>;
  /** The file of the profiles. */
  readonly file: string;
  readonly run: (...argv: string[]) => Promise<Finished>;
  /** The one object of a command that succeeds. */
  readonly json: <T = Record<string, unknown>>(...argv: string[]) => Promise<T>;
  readonly profiles: () => Promise<string>;
}

/** The owner of a project, signed in with the password, with a configuration of his own. */
export async function signIn(project?: TestProject): Promise<SignedIn> {
  const mine = project ?? (await newProject());
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-cli-'));
  const env = { XDG_CONFIG_HOME: folder };
  const file = join(folder, 'fairlead/profiles.json');
  const run = (...argv: string[]) => runFairlead(argv, env);
  const login = ['login', '--server', mine.server.origin, '--email', mine.userEmail];
  const { status, err } = await runFairlead(
    [...login, '--password-stdin'],
    env,
    '/nowhere',
    `${mine.userPassword}\n`,
  );
  assert.equal(status, 0, err);
  return {
    project: mine,
    env,
    file,
    run,
    async json<T>(...argv: string[]) {
      const finished = await run(...argv, '--json');
      assert.equal(finished.status, 0, finished.err);
      assert.equal(finished.out.trimEnd().split('\n').length, 1);
      return JSON.parse(finished.out) as T;
    },
    profiles: () => readFile(file, 'utf8'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
