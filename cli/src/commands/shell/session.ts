import { hostname } from 'node:os';
import type { CallInput } from '@fairlead/contract/client';
import { listProjects } from '@fairlead/contract/operations/dashboard/projects';
import { getCurrentUser, signIn, signOut } from '@fairlead/contract/operations/dashboard/session';
import { listLinks } from '@fairlead/contract/operations/linkManagement';
import { askBrowser } from '../../account/askBrowser.ts';
import { byKey } from '../../account/connect.ts';
import type { AnswerOf } from '../../account/Account.ts';
import { openClient, plainWarning } from '../../account/openClient.ts';
import {
  FIRST_PROFILE,
  profilesFile,
  type Profile,
  readProfiles,
  saveProfile,
  writeProfiles,
} from '../../account/profiles.ts';
import { refusalOf } from '../../account/refusalOf.ts';
import { cookieOf } from '../../account/renewSession.ts';
import { type CommandContext, command } from '../../command.ts';
import { CommandError } from '../../CommandError.ts';
import { readServer } from '../../readConnection.ts';
import { openBrowser } from '../../terminal/openBrowser.ts';
import { readArgument } from '../../terminal/readArgument.ts';
import { renderPairs, renderTable } from '../../terminal/renderTable.ts';

const login = command({
  name: 'login',
  summary:
    'Sign in with e-mail and password, in the browser (--browser), or with a secret app key (--key)',
  options: {
    email: { kind: 'text', value: 'EMAIL', help: 'who signs in; asked for if left out' },
    'password-stdin': { kind: 'flag', help: 'read the password from standard input' },
    code: { kind: 'text', value: 'CODE', help: 'of the authenticator app' },
    browser: { kind: 'flag', help: 'approve it in the browser, where the dashboard is open' },
  },
  async run(context, values) {
    const { env, common, terminal } = context;
    const server = readServer(common.server, env);
    const warning = plainWarning(server);
    if (warning !== undefined) terminal.err(`${warning}\n`);
    const name = common.profile ?? env['FAIRLEAD_PROFILE'] ?? FIRST_PROFILE;
    const key = common.key === '-' ? (await readArgument(terminal, '-')).trim() : common.key;
    const credential = values.browser
      ? await byBrowser(context, server)
      : key !== undefined
        ? await checkKey(server, key)
        : await byPassword(context, server, values);
    const project = common.project ?? env['FAIRLEAD_PROJECT'];
    await saveProfile(
      env,
      name,
      { ...credential, ...(project !== undefined && { projectId: project }) },
      true,
    );
    return {
      profile: name,
      server,
      kind: credential.session === undefined ? 'key' : 'session',
      email: credential.session?.email ?? null,
      file: profilesFile(env),
    };
  },
  render: ({ profile, server, kind, email, file }) => [
    `Signed in at ${server} ${kind === 'key' ? 'with a key' : `as ${email}`}, as profile "${profile}".`,
    `The credential is in ${file}, which only you can read. See: fairlead whoami`,
  ],
});

async function checkKey(server: string, key: string): Promise<Profile> {
  await byKey(server, key, '--key').call(listLinks, { query: { limit: 1 } });
  return { server, key };
}

/** How long a person may take to approve, in milliseconds. */
const PATIENCE_MS = 5 * 60_000;

/** A key for the project chosen in the dashboard, named after this machine. */
async function byBrowser({ env, terminal }: CommandContext, server: string): Promise<Profile> {
  const { key, projectId } = await askBrowser({
    server,
    machine: hostname(),
    patience: PATIENCE_MS,
    async show(url) {
      await openBrowser(url, env);
      terminal.err(`Approve the sign-in in the browser, or open this address there:\n${url}\n`);
    },
  });
  return { ...(await checkKey(server, key)), projectId };
}

async function byPassword(
  { terminal }: CommandContext,
  server: string,
  values: {
    readonly email: string | undefined;
    readonly 'password-stdin': boolean;
    readonly code: string | undefined;
  },
): Promise<Profile> {
  const email = values.email ?? (await askEmail(terminal));
  const password = values['password-stdin']
    ? (await readArgument(terminal, '-')).replace(/\r?\n$/, '')
    : await askPassword(terminal, email);
  const answer = await send(server, { email, password, code: values.code });
  if (answer.session !== undefined) return { server, session: answer.session };
  if (!terminal.interactive) {
    throw new CommandError(4, 'This account has a second factor: give its code with --code');
  }
  const code = (await terminal.ask('Code of your authenticator app: ')).trim();
  const { session } = await send(server, { email, password, code });
  if (session === undefined) throw new CommandError(4, 'The code was not taken. Sign in again.');
  return { server, session };
}

interface Person {
  readonly email: string;
  readonly password: string;
  readonly code: string | undefined;
}

/** No session if a second factor is required. */
async function send(
  server: string,
  { email, password, code }: Person,
): Promise<{ session?: Profile['session'] }> {
  const body = { email, password, ...(code !== undefined && { code }) };
  try {
    const { data, response } = await openClient(server)
      .request<CallInput<typeof signIn>, AnswerOf<typeof signIn>>(signIn, { body })
      .withResponse();
    if (!('token' in data)) return {};
    const { token, expiresAt } = data;
    return { session: { email, cookie: cookieOf(response.headers) ?? '', token, expiresAt } };
  } catch (error) {
    throw refusalOf({ server, kind: 'session', source: email }, signIn, error);
  }
}

async function askEmail(terminal: CommandContext['terminal']): Promise<string> {
  if (terminal.interactive) return (await terminal.ask('E-mail: ')).trim();
  throw new CommandError(2, 'Say who signs in: --key KEY, or --email EMAIL with --password-stdin');
}

function askPassword(terminal: CommandContext['terminal'], email: string): Promise<string> {
  if (terminal.interactive) return terminal.askSecret(`Password of ${email}: `);
  throw new CommandError(4, 'The password cannot be asked for here: use --password-stdin');
}

const logout = command({
  name: 'logout',
  summary: 'End the session and forget the profile',
  options: {},
  async run(context) {
    const { env, common } = context;
    const { current, profiles } = await readProfiles(env);
    const name = common.profile ?? env['FAIRLEAD_PROFILE'] ?? current;
    const profile = profiles[name];
    if (profile === undefined) throw new CommandError(4, `There is no profile "${name}".`);
    // A session that has already ended, or a server that is gone, is no reason to keep the profile.
    const ended =
      profile.session !== undefined &&
      (await context
        .account()
        .then((account) => account.call(signOut, {}))
        .then(
          () => true,
          () => false,
        ));
    await saveProfile(env, name, undefined);
    return { profile: name, server: profile.server, ended };
  },
  render: ({ profile, server }) => [`Removed the profile "${profile}" of ${server}.`],
});

const whoami = command({
  name: 'whoami',
  summary: 'Show who is signed in, and where',
  options: {},
  async run({ account, common, env }) {
    const me = await account();
    const profile =
      common.key || env['FAIRLEAD_APP_KEY']
        ? null
        : (common.profile ?? env['FAIRLEAD_PROFILE'] ?? (await readProfiles(env)).current);
    if (me.kind === 'key') {
      await me.call(listLinks, { query: { limit: 1 } });
      return { server: me.server, profile, kind: me.kind, user: null, projects: [] };
    }
    const { user } = await me.call(getCurrentUser, {});
    const { projects } = await me.call(listProjects, {});
    return { server: me.server, profile, kind: me.kind, user, projects };
  },
  render: ({ server, profile, kind, user, projects }, style) => [
    ...renderPairs(
      [
        ['Server', server],
        ['Profile', profile],
        ['Signed in', kind === 'key' ? 'with a secret key, for its project' : undefined],
        ['Name', user?.name],
        ['E-mail', user?.email],
      ],
      style,
    ),
    ...(projects.length === 0
      ? []
      : [
          '',
          ...renderTable(
            ['PROJECT', 'ROLE', 'PLAN', 'ID'],
            projects.map(({ name, role, plan, id }) => [name, role, plan, id]),
            style,
          ),
        ]),
  ],
});

const listProfiles = command({
  name: 'profile list',
  summary: 'The profiles of this machine',
  options: {},
  async run({ env }) {
    const { current, profiles } = await readProfiles(env);
    return {
      current,
      profiles: Object.entries(profiles).map(([name, { server, key, session, projectId }]) => ({
        name,
        server,
        kind: key === undefined ? 'session' : 'key',
        email: session?.email ?? null,
        projectId: projectId ?? null,
      })),
    };
  },
  render({ current, profiles }, style) {
    if (profiles.length === 0) return ['There is no profile yet. Sign in: fairlead login'];
    return renderTable(
      ['', 'PROFILE', 'SERVER', 'SIGNED IN'],
      profiles.map(({ name, server, kind, email }) => [
        name === current ? '*' : '',
        name,
        server,
        email ?? `with a ${kind}`,
      ]),
      style,
    );
  },
});

const useProfile = command({
  name: 'profile use',
  summary: 'Use a profile from now on',
  parameters: ['NAME'],
  options: {},
  async run({ env }, _, [name = '']) {
    const all = await readProfiles(env);
    if (all.profiles[name] === undefined) {
      const names = Object.keys(all.profiles).join(', ') || 'none';
      throw new CommandError(2, `There is no profile "${name}"; there is: ${names}`);
    }
    await writeProfiles(env, { ...all, current: name });
    return { current: name };
  },
  render: ({ current }) => [`Profile "${current}" is in use.`],
});

export const SESSION = [login, logout, whoami, listProfiles, useProfile];
