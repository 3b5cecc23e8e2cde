import { inspectServer } from '@fairlead/contract/operations/dashboard/server';
import type { Account } from '../account/Account.ts';
import { CommandError } from '../CommandError.ts';
import { memberCommand } from '../command.ts';
import { readVersion } from '../readVersion.ts';

export const version = memberCommand({
  name: 'version',
  summary: 'Tell the release of this command line, and of the server where one answers',
  options: {},
  forOperatorToo: true,
  run: async ({ call }) => ({ version: readVersion(), server: await askServer(call) }),
  render: ({ version: own, server }) => [
    `fairlead ${String(own)}`,
    typeof server === 'string' ? `server ${server}` : 'No server answered.',
  ],
});

/** Null if no server answers or no token is available: the release of the command line is printed all the same. */
async function askServer(call: Account['call']): Promise<string | null> {
  try {
    return (await call(inspectServer, {})).version;
  } catch (error) {
    if (error instanceof CommandError) return null;
    throw error;
  }
}
