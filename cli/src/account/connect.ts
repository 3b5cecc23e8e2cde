import { listProjects } from '@fairlead/contract/operations/dashboard/projects';
import { getKeyProject } from '@fairlead/contract/operations/linkManagement';
import { CommandError } from '../CommandError.ts';
import type { CommonValues } from '../command.ts';
import { readConnection, readServer } from '../readConnection.ts';
import type { Account } from './Account.ts';
import { createAccount } from './createAccount.ts';
import { type Profile, readProfiles } from './profiles.ts';
import { renewSession } from './renewSession.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface Surroundings {
  readonly common: CommonValues;
  readonly env: Environment;
  readonly repository: string;
}

/**
 * The account to use: `--key`, FAIRLEAD_APP_KEY, `--profile`, FAIRLEAD_PROFILE or the current profile; for
 * commands that the operator may run too, `--token` before all of them and an available admin token after them.
 * Throws a CommandError with status 4 if no one is signed in.
 */
export async function connect(
  { common, env, repository }: Surroundings,
  may: { readonly operator: boolean },
): Promise<Account> {
  if (may.operator && common.token !== undefined) return asOperator(common, env, repository);
  const key = common.key ?? env['FAIRLEAD_APP_KEY'];
  if (key) {
    const source = common.key === undefined ? 'FAIRLEAD_APP_KEY' : '--key';
    return byKey(readServer(common.server, env), key, source);
  }
  const { current, profiles } = await readProfiles(env);
  const named = common.profile ?? env['FAIRLEAD_PROFILE'];
  const profile = profiles[named ?? current];
  if (profile !== undefined && fits(profile, common, env)) {
    return byProfile(named ?? current, profile, common, env);
  }
  if (named !== undefined) {
    const other = profile === undefined ? '' : ` for ${common.server ?? env['FAIRLEAD_SERVER']}`;
    throw noSuchProfile(named, other, Object.keys(profiles));
  }
  if (may.operator) return asOperator(common, env, repository);
  throw new CommandError(
    4,
    'Nobody is signed in. Sign in with "fairlead login", or give a secret key with --key or FAIRLEAD_APP_KEY.',
  );
}

function noSuchProfile(name: string, other: string, names: readonly string[]): CommandError {
  const known = names.join(', ') || 'none';
  return new CommandError(
    4,
    `There is no profile "${name}"${other} (there is: ${known}). Sign in: fairlead login --profile ${name}`,
  );
}

/** A credential is sent only to its own server. */
function fits(profile: Profile, common: CommonValues, env: Environment): boolean {
  const named = common.server ?? env['FAIRLEAD_SERVER'];
  return !named || readServer(named, env) === profile.server;
}

function byProfile(
  name: string,
  profile: Profile,
  common: CommonValues,
  env: Environment,
): Account {
  const { server, key, session } = profile;
  if (key !== undefined) return byKey(server, key, `profile "${name}"`);
  if (session === undefined) {
    throw new CommandError(4, `Profile "${name}" has no credential. Sign in: fairlead login`);
  }
  const renewed = renewSession(env, name, profile, session);
  return createAccount({
    server,
    kind: 'session',
    source: `profile "${name}"`,
    headers: async () => ({ authorization: `Bearer ${await renewed()}` }),
    projectId: (account) =>
      chooseProject(account, common.project ?? env['FAIRLEAD_PROJECT'] ?? profile.projectId),
  });
}

export function byKey(server: string, key: string, source: string): Account {
  let known: Promise<string> | undefined;
  return createAccount({
    server,
    kind: 'key',
    source,
    headers: async () => ({ 'x-app-key': key }),
    projectId: (account) => (known ??= account.call(getKeyProject, {}).then(({ id }) => id)),
  });
}

export async function asOperator(
  common: CommonValues,
  env: Environment,
  repository: string,
): Promise<Account> {
  const { server, token, tokenSource } = await readConnection(common, env, repository);
  const project = common.project ?? env['FAIRLEAD_PROJECT'];
  return createAccount({
    server,
    kind: 'operator',
    source: tokenSource,
    headers: async () => ({ authorization: `Bearer ${token}` }),
    projectId: async () => {
      if (project) return project;
      throw new CommandError(2, 'The admin token is of no project: say which with --project ID');
    },
  });
}

/** By id or name; if none is named, the only one. */
async function chooseProject(account: Account, wanted: string | undefined): Promise<string> {
  if (wanted !== undefined && UUID.test(wanted)) return wanted;
  const { projects } = await account.call(listProjects, {});
  const named = projects.filter(({ name }) => name === wanted);
  const [found, second] = wanted === undefined ? projects : named;
  if (found !== undefined && second === undefined) return found.id;
  const list = projects.map(({ id, name }) => `  ${id}  ${name}`).join('\n');
  if (projects.length === 0) {
    throw new CommandError(1, 'You have no project yet. Create one: fairlead project create NAME');
  }
  const problem =
    wanted === undefined
      ? 'You have several projects'
      : found === undefined
        ? `You have no project "${wanted}"`
        : `Several projects are called "${wanted}"`;
  throw new CommandError(
    2,
    `${problem}: say which with --project ID, or for good with "fairlead project use ID".\n${list}`,
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
