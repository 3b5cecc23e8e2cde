import { CommanderError } from 'commander';
import type { Account } from './account/Account.ts';
import { asOperator, connect } from './account/connect.ts';
import { plainWarning } from './account/openClient.ts';
import { buildProgram } from './buildProgram.ts';
import type { Command, CommandContext, CommonValues } from './command.ts';
import { CommandError } from './CommandError.ts';
import { COMMANDS } from './commands.ts';
import { completeWords } from './completeWords.ts';
import { createServerProgram } from './runServerProgram.ts';
import { styleOf } from './terminal/Style.ts';
import { readArgument } from './terminal/readArgument.ts';
import type { Terminal } from './terminal/Terminal.ts';

export interface CommandLine {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that a relative DATA_DIR is relative to. */
  readonly repository: string;
  /** The server's own program, in the repository. */
  readonly server: string;
  readonly out: (text: string) => void;
  readonly terminal: Terminal;
}

/**
 * Runs one command. Exit status: 0 done; 1 unreachable, refused, or a problem found; 2 not understood; 4
 * no one is signed in, or the credential was refused.
 */
export async function runCommandLine(line: CommandLine): Promise<number> {
  if (line.argv[0] === '__complete') {
    line.out(`${completeWords(COMMANDS, line.argv.slice(1)).join('\n')}\n`);
    return 0;
  }
  let status = 0;
  const program = buildProgram(
    COMMANDS,
    async (command, values, parameters) => {
      status = await execute(line, command, values, parameters);
    },
    { out: line.out, columns: line.terminal.columns },
  );
  const fail = (message: string, exitStatus: number): number => {
    line.terminal.status(undefined);
    line.terminal.err(`${message}\n`);
    if (line.argv.includes('--json'))
      line.out(`${JSON.stringify({ error: message, exitStatus })}\n`);
    return exitStatus;
  };
  try {
    await program.parseAsync(argumentsOf(line.argv), { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommandError) return fail(error.message, error.exitStatus);
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : fail(describe(error, line.argv), 2);
  }
}

/** `fairlead help COMMAND` is `fairlead COMMAND --help`, and no argument at all shows the help. */
function argumentsOf(argv: readonly string[]): string[] {
  const [first, ...rest] = argv;
  if (first === undefined) return ['--help'];
  return first === 'help' ? [...rest, '--help'] : [...argv];
}

/** Names that the API, or other command lines, have for ours. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'link get': 'link show',
  'link edit': 'link update',
  'link rm': 'link delete',
  'link new': 'link create',
  'link add': 'link create',
  'link ls': 'link list',
  '--fallback-url': '--to',
  '--url': '--to',
  '--destination': '--to',
  '--ios-url': '--ios',
  '--android-url': '--android',
  '--expires-at': '--expires',
};

/** What was meant, where nothing that is spelt alike was found. */
function guess(message: string, words: readonly string[]): string {
  const option = /unknown option '([^'=]+)/.exec(message)?.[1];
  const meant = OTHER_NAMES[option ?? words.join(' ')];
  return meant === undefined || message.includes('Did you mean') ? '' : ` (Did you mean ${meant}?)`;
}

function describe({ code, message }: CommanderError, argv: readonly string[]): string {
  const words = argv.filter((word) => !word.startsWith('-')).slice(0, 2);
  // A group without its second word: lists its commands.
  if (code === 'commander.help') {
    const names = COMMANDS.filter(({ name }) => name.startsWith(`${words[0]} `)).map(
      ({ name }) => name,
    );
    return `"${words[0]}" needs one more word. There is: ${names.join(', ')}`;
  }
  const known = COMMANDS.find(({ name }) => name === words.join(' ') || name === words[0]);
  const help = known === undefined ? 'fairlead help' : `fairlead help ${known.name}`;
  return `${message.replace(/^error: /, '')}${guess(message, words)}\nSee: ${help}`;
}

async function execute(
  line: CommandLine,
  command: Command,
  values: Readonly<Record<string, unknown>>,
  parameters: readonly string[],
): Promise<number> {
  const common = commonOf(values);
  const context = contextOf(line, common);
  const { result, failed, render } = await command.run(context, values, parameters);
  if (common.json) {
    line.out(`${JSON.stringify(result)}\n`);
  } else {
    const lines = render(styleOf(line.env, line.terminal.columns));
    if (lines.length > 0) line.out(`${lines.join('\n')}\n`);
  }
  return failed ? 1 : 0;
}

function contextOf(line: CommandLine, common: CommonValues): CommandContext {
  const { env, repository, terminal } = line;
  const connected = async (open: (options: CommonValues) => Promise<Account>): Promise<Account> => {
    const key = common.key === '-' ? (await readArgument(terminal, '-')).trim() : common.key;
    const account = await open({ ...common, key });
    const warning = plainWarning(account.server);
    if (warning !== undefined) terminal.err(`${warning}\n`);
    return account;
  };
  // Not every command needs a server, nor a credential.
  const call: Account['call'] = async (operation, input, options) =>
    (await connected((options) => asOperator(options, env, repository))).call(
      operation,
      input,
      options,
    );
  return {
    call,
    program: createServerProgram(line),
    account: (may = { operator: false }) =>
      connected((options) => connect({ common: options, env, repository }, may)),
    terminal,
    env,
    common,
  };
}

function commonOf(values: Readonly<Record<string, unknown>>): CommonValues {
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    server: text('server'),
    token: text('token'),
    key: text('key'),
    profile: text('profile'),
    project: text('project'),
    json: values['json'] === true,
    yes: values['yes'] === true,
  };
}
