import { parseArgs } from 'node:util';
import { CommandError } from './CommandError.ts';
import type { Command, CommandOption, CommandOptions } from './command.ts';
import { findNearest } from './findNearest.ts';

/** Options that every command takes. */
export const COMMON_OPTIONS = {
  server: { kind: 'text', value: 'URL', help: 'address of the server (FAIRLEAD_SERVER)' },
  token: { kind: 'text', value: 'TOKEN', help: 'admin token (ADMIN_TOKEN)' },
  json: { kind: 'flag', help: 'print one JSON object' },
  help: { kind: 'flag', help: 'this help' },
} as const satisfies CommandOptions;

export interface ParsedCommand {
  readonly command: Command;
  readonly values: Readonly<Record<string, unknown>>;
  readonly parameters: readonly string[];
  readonly common: {
    readonly server: string | undefined;
    readonly token: string | undefined;
    readonly json: boolean;
    readonly help: boolean;
  };
}

/** Finds the command and checks its options; throws a CommandError with status 2 on anything else. */
export function parseCommandLine(
  argv: readonly string[],
  commands: readonly Command[],
): ParsedCommand {
  const command = findCommand(argv, commands);
  const options: CommandOptions = { ...command.options, ...COMMON_OPTIONS };
  const rest = argv.slice(command.name.split(' ').length);
  const { values, positionals, tokens } = parseArgs({
    args: rest,
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { kind }]) => [
        name,
        { type: kind === 'flag' ? 'boolean' : 'string', multiple: kind === 'texts' } as const,
      ]),
    ),
  });
  for (const token of tokens) {
    if (token.kind === 'option') checkOption(command, options, token);
  }
  const help = values['help'] === true;
  if (!help) checkPresence(command, values, positionals);
  return {
    command,
    values: { ...emptyValues(command.options), ...values },
    parameters: positionals,
    common: {
      server: typeof values['server'] === 'string' ? values['server'] : undefined,
      token: typeof values['token'] === 'string' ? values['token'] : undefined,
      json: values['json'] === true,
      help,
    },
  };
}

function findCommand(argv: readonly string[], commands: readonly Command[]): Command {
  const [first = '', second = ''] = argv;
  if (first.startsWith('-')) {
    throw new CommandError(2, 'The command comes first, its options after it. See: fairlead help');
  }
  const found = commands.find(({ name }) => name === `${first} ${second}` || name === first);
  if (found !== undefined) return found;
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length > 0) {
    const names = group.map(({ name }) => name).join(', ');
    throw new CommandError(2, `"${first}" needs one more word. There is: ${names}`);
  }
  const names = commands.flatMap(({ name }) => [name, ...name.split(' ').slice(0, 1)]);
  const nearest = findNearest(first, ['help', ...names]);
  const meant = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  throw new CommandError(2, `Unknown command "${first}".${meant} See: fairlead help`);
}

function checkOption(
  command: Command,
  options: CommandOptions,
  token: { readonly rawName: string; readonly name: string; readonly value?: string | undefined },
): void {
  const option: CommandOption | undefined = Object.hasOwn(options, token.name)
    ? options[token.name]
    : undefined;
  if (option === undefined) {
    const nearest = findNearest(token.name, Object.keys(options));
    const meant = nearest === undefined ? '' : ` Did you mean "--${nearest}"?`;
    throw new CommandError(
      2,
      `${command.name} has no option "${token.rawName}".${meant} See: fairlead ${command.name} --help`,
    );
  }
  if (option.kind === 'flag') {
    if (token.value !== undefined) throw new CommandError(2, `--${token.name} takes no value`);
    return;
  }
  if (token.value === undefined || token.value === '' || token.value.startsWith('--')) {
    throw new CommandError(2, `--${token.name} needs a value: --${token.name} ${option.value}`);
  }
}

function checkPresence(
  command: Command,
  values: Readonly<Record<string, unknown>>,
  positionals: readonly string[],
): void {
  const missing = Object.entries(command.options).filter(
    ([name, option]) => option.required === true && values[name] === undefined,
  );
  if (missing.length > 0) {
    const list = missing.map(([name, option]) => `--${name} ${option.value}`).join(', ');
    throw new CommandError(2, `${command.name} needs ${list}`);
  }
  const parameters = command.parameters ?? [];
  if (positionals.length < parameters.length) {
    throw new CommandError(
      2,
      `${command.name} needs ${parameters.slice(positionals.length).join(' ')}`,
    );
  }
  const surplus = positionals[parameters.length];
  if (surplus !== undefined) {
    throw new CommandError(2, `${command.name} does not know what to do with "${surplus}"`);
  }
}

function emptyValues(options: CommandOptions): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { kind }]) => [
      name,
      kind === 'flag' ? false : kind === 'texts' ? [] : undefined,
    ]),
  );
}
