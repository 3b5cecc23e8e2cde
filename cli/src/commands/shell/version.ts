import { getServer, inspectServer } from '@fairlead/contract/operations/dashboard/server';
import { send } from '../../account/openClient.ts';
import { type CommandContext, command } from '../../command.ts';
import { CommandError } from '../../CommandError.ts';
import { readServer } from '../../readConnection.ts';
import { readVersion } from '../../readVersion.ts';

export const version = command({
  name: 'version',
  summary: 'Show the release of the command line and, where permitted, of the server',
  options: {},
  audience: 'both',
  async run(context) {
    const server = await askServer(context);
    const answers = server === null && { answers: await isThere(context) };
    return { version: readVersion(), server, ...answers };
  },
  render: ({ version: own, server, answers }) => [
    `fairlead ${own}`,
    typeof server === 'string'
      ? `server ${server}`
      : answers === true
        ? 'The server answers; only its owner and its operator may see its release.'
        : 'No server answered.',
  ],
});

/** The release of the server; null for who may not know it. */
async function askServer({ account }: CommandContext): Promise<string | null> {
  try {
    const me = await account({ operator: true });
    if (me.kind === 'operator') return (await me.call(inspectServer, {})).version;
    if (me.kind === 'key') return null;
    return (await me.call(getServer, {})).report?.version ?? null;
  } catch (error) {
    if (error instanceof CommandError) return null;
    throw error;
  }
}

/** Milliseconds. */
const PATIENCE_MS = 5000;

async function isThere({ account, env, common }: CommandContext): Promise<boolean> {
  const server = await account().then(
    (me) => me.server,
    () => readServer(common.server, env),
  );
  return send(`${server}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    () => true,
    () => false,
  );
}
