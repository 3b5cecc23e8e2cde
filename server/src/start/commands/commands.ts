import { parseArgs } from 'node:util';
import type { Logger } from 'pino';
import type { Config } from '#platform/config/config.ts';
import { fillDemo } from './fillDemo.ts';
import { backUp, moveDatabase, restore, verify } from './maintain.ts';
import { forgetClicks, moveClicks } from './moveClicks.ts';
import { inviteUser, resetUserPassword } from './manageUsers.ts';

const FLAGS = {
  verify: { type: 'boolean' },
  'secret-lost': { type: 'boolean' },
  'remove-second-factor': { type: 'boolean' },
  project: { type: 'string' },
  role: { type: 'string' },
  yes: { type: 'boolean' },
} as const;

interface CommandInput {
  readonly config: Config;
  readonly log: Logger;
  /** The command's argument; empty for a command without one. */
  readonly argument: string;
  readonly flags: ReturnType<typeof readArguments>['values'];
}

/** Works directly on the database and returns the object to print. */
export type Command = (config: Config, log: Logger) => Promise<object>;

const COMMANDS: Readonly<Record<string, (input: CommandInput) => Promise<object>>> = {
  backup: ({ config, log, argument }) => backUp(config, log, argument),
  restore: ({ config, log, argument, flags }) =>
    flags.verify === true
      ? verify(config, argument)
      : restore(config, log, argument, { secretLost: flags['secret-lost'] === true }),
  'move-database': ({ config, log, argument }) => moveDatabase(config, log, argument),
  'user-reset-password': ({ config, log, argument, flags }) => {
    const removeSecondFactor = flags['remove-second-factor'] === true;
    return resetUserPassword(config, log, argument, { removeSecondFactor });
  },
  'user-invite': ({ config, log, argument, flags: { project, role } }) =>
    inviteUser(config, log, argument, { project, role }),
  'clicks-move': ({ config, log }) => moveClicks(config, log),
  'clicks-forget': ({ config, log }) => forgetClicks(config, log),
  demo: ({ config, log, flags: { project, yes = false } }) =>
    fillDemo(config, log, { project, yes }),
};

const WITHOUT_ARGUMENT = new Set(['demo', 'clicks-move', 'clicks-forget']);

/** The command that `words` name; undefined if they name none, or lack its argument. */
export function findCommand([name = '', ...args]: readonly string[]): Command | undefined {
  const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (run === undefined) return undefined;
  const { positionals, values: flags } = readArguments(args);
  const [argument = ''] = positionals;
  if (argument === '' && !WITHOUT_ARGUMENT.has(name)) return undefined;
  return (config, log) => run({ config, log, argument, flags });
}

function readArguments(args: readonly string[]) {
  return parseArgs({ args: [...args], options: FLAGS, allowPositionals: true });
}
