import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError } from '../CommandError.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A server and the credential for it. */
export interface Profile {
  readonly server: string;
  readonly projectId?: string;
  readonly key?: string;
  /** The refresh cookie of a session, and the last token obtained with it. */
  readonly session?: {
    readonly email: string;
    readonly cookie: string;
    readonly token: string;
    readonly expiresAt: string;
  };
}

export interface Profiles {
  /** The one used if none is named. */
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

export const FIRST_PROFILE = 'default';

/** `$XDG_CONFIG_HOME/fairlead`, or its default. */
function configFolder(env: Environment): string {
  const home = env['HOME'] || env['USERPROFILE'] || homedir();
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'fairlead');
}

/** `$XDG_STATE_HOME/fairlead`: unfinished work. */
export function stateFolder(env: Environment): string {
  const home = env['HOME'] || env['USERPROFILE'] || homedir();
  return join(env['XDG_STATE_HOME'] || join(home, '.local', 'state'), 'fairlead');
}

export function profilesFile(env: Environment): string {
  return join(configFolder(env), 'profiles.json');
}

/** None if the file is absent; throws a CommandError if it cannot be read. */
export async function readProfiles(env: Environment): Promise<Profiles> {
  const file = profilesFile(env);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return { current: FIRST_PROFILE, profiles: {} };
    throw new CommandError(1, `${file} cannot be read: ${String(error)}`);
  }
  try {
    const { current, profiles } = JSON.parse(text) as Partial<Profiles>;
    if (typeof current === 'string' && typeof profiles === 'object') return { current, profiles };
  } catch {
    // Reported below.
  }
  throw new CommandError(1, `${file} is not valid; mend or delete it and sign in: fairlead login`);
}

/** Only its owner can read the file, and it is never partial. */
export async function writeProfiles(env: Environment, profiles: Profiles): Promise<void> {
  const file = profilesFile(env);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  await rename(fresh, file);
}

/** Replaces one profile, or removes it, and leaves the others. */
export async function saveProfile(
  env: Environment,
  name: string,
  profile: Profile | undefined,
  use = false,
): Promise<void> {
  const { current, profiles } = await readProfiles(env);
  const { [name]: _, ...others } = profiles;
  await writeProfiles(env, {
    current: use ? name : current,
    profiles: profile === undefined ? others : { ...others, [name]: profile },
  });
}

/** Whether a file simply does not exist. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
