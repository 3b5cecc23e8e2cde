import { Command as Program, InvalidArgumentError, Option } from 'commander';
import type { Command, CommandOption, CommandOptions } from './command.ts';
import { GROUPS } from './groups.ts';

const SERVER = {
  kind: 'text',
  value: 'URL',
  help: 'address of the server (FAIRLEAD_SERVER)',
} as const;
const TOKEN = { kind: 'text', value: 'TOKEN', help: 'admin token (ADMIN_TOKEN)' } as const;
const MEMBER = {
  key: {
    kind: 'text',
    value: 'KEY',
    help: 'secret app key; lists of processes show it: rather set FAIRLEAD_APP_KEY, or give - and pass it on standard input',
  },
  profile: {
    kind: 'text',
    value: 'NAME',
    help: 'one of those of "fairlead login" (FAIRLEAD_PROFILE)',
  },
  project: { kind: 'text', value: 'ID', help: 'id or name of the project (FAIRLEAD_PROJECT)' },
  yes: { kind: 'flag', help: 'do not ask before something is deleted' },
} as const satisfies CommandOptions;
const JSON_OUTPUT = { kind: 'flag', help: 'print one JSON object' } as const;

/** Options that the commands of an audience have in common. */
export const COMMON_OPTIONS: Readonly<Record<Command['audience'], CommandOptions>> = {
  operator: { server: SERVER, token: TOKEN, json: JSON_OUTPUT },
  member: { server: SERVER, ...MEMBER, json: JSON_OUTPUT },
  both: { server: SERVER, ...MEMBER, token: TOKEN, json: JSON_OUTPUT },
};

/** Runs a command whose arguments were understood. */
export type Execute = (
  command: Command,
  values: Readonly<Record<string, unknown>>,
  parameters: readonly string[],
) => Promise<void>;

interface Streams {
  readonly out: (text: string) => void;
  /** Columns that the help may use. */
  readonly columns: number | undefined;
}

/** The commands in commander's form; a mistake in the arguments is thrown as a CommanderError. */
export function buildProgram(
  commands: readonly Command[],
  execute: Execute,
  { out, columns = 100 }: Streams,
): Program {
  const root = new Program('fairlead')
    .description('Deep links and their numbers, on your own server.')
    .helpCommand(false)
    .helpOption('-h, --help', 'this help')
    .configureHelp({ sortSubcommands: false })
    .configureOutput({
      writeOut: out,
      // The mistake is printed once, where the error is caught.
      writeErr: () => {},
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
      getOutHasColors: () => false,
    })
    .enablePositionalOptions()
    .exitOverride()
    .addHelpText('after', WHERE);
  for (const command of commands) attach(root, command, execute);
  return root;
}

const WHERE = `
Sign in with "fairlead login", or give a secret key with --key or FAIRLEAD_APP_KEY. The operator's commands take the
admin token: --token, ADMIN_TOKEN or the file admin-token in DATA_DIR (./data).
The server is --server, FAIRLEAD_SERVER, PUBLIC_URL or http://localhost:PORT (3000).
More about a command: fairlead help COMMAND`;

const OPERATOR = 'For the operator:';

function attach(root: Program, command: Command, execute: Execute): void {
  const [group = '', word] = command.name.split(' ');
  const parent = word === undefined ? root : findOrAdd(root, group);
  const node = findOrAdd(parent, word ?? group);
  node.description(command.summary);
  if (word === undefined && command.audience === 'operator') node.helpGroup(OPERATOR);
  for (const name of command.parameters ?? []) {
    node.argument(name.startsWith('[') ? name : `<${name}>`);
  }
  const options: CommandOptions = { ...command.options, ...missing(command) };
  const own = Object.keys(command.options);
  for (const [name, option] of Object.entries(options)) {
    const made = optionOf(name, option);
    node.addOption(own.includes(name) ? made : made.helpGroup('Common options:'));
  }
  node.action(async () => {
    const given = node.opts<Record<string, unknown>>();
    const values = Object.fromEntries(
      Object.entries(options).map(([name, option]) => [
        name,
        given[new Option(`--${name}`).attributeName()] ?? emptyOf(option),
      ]),
    );
    await execute(command, values, node.args);
  });
}

/** The common options that the command does not declare itself. */
function missing({ audience, options }: Command): CommandOptions {
  const entries = Object.entries(COMMON_OPTIONS[audience]);
  return Object.fromEntries(entries.filter(([name]) => !Object.hasOwn(options, name)));
}

/** The command with a name below another; a group is created with its first command. */
function findOrAdd(parent: Program, name: string): Program {
  const found = parent.commands.find((child) => child.name() === name);
  if (found !== undefined) return found;
  const made = parent.command(name).helpOption('-h, --help', 'this help').helpCommand(false);
  const group = parent.parent === null ? GROUPS[name] : undefined;
  if (group !== undefined) made.description(group.summary).aliases(group.aliases);
  return made;
}

function optionOf(name: string, option: CommandOption): Option {
  if (option.kind === 'flag') return new Option(`--${name}`, option.help);
  const several = option.kind === 'texts';
  const made = new Option(
    `--${name} <${option.value ?? 'VALUE'}>`,
    several ? `${option.help}; may be repeated` : option.help,
  ).argParser((value: string, before: unknown): unknown => {
    if (value === '') throw new InvalidArgumentError('It is empty.');
    if (value.startsWith('--')) throw new InvalidArgumentError('That is an option, not a value.');
    return several ? [...(Array.isArray(before) ? before : []), value] : value;
  });
  return made.makeOptionMandatory(option.required === true);
}

function emptyOf({ kind }: CommandOption): false | readonly string[] | undefined {
  return kind === 'flag' ? false : kind === 'texts' ? [] : undefined;
}
