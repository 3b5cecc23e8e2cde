import type { Account } from './account/Account.ts';
import type { RunServerProgram } from './runServerProgram.ts';
import type { Style } from './terminal/Style.ts';
import type { Terminal } from './terminal/Terminal.ts';

export interface CommandOption {
  /** `texts` may be given several times; `flag` takes no value. */
  readonly kind: 'text' | 'texts' | 'flag';
  /** The placeholder for the value in the help. */
  readonly value?: string;
  readonly help: string;
  readonly required?: boolean;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

type ValueOf<O extends CommandOption> = O['kind'] extends 'flag'
  ? boolean
  : O['kind'] extends 'texts'
    ? readonly string[]
    : O['required'] extends true
      ? string
      : string | undefined;

/** The values from the command line: options by name, and the arguments that the command declares. */
export type ValuesOf<O extends CommandOptions> = { readonly [Name in keyof O]: ValueOf<O[Name]> };

/** The one object of `--json`. */
type Result = Readonly<Record<string, unknown>>;

/** What a command can use. */
export interface CommandContext {
  /** Calls of the operator, with the admin token. */
  readonly call: Account['call'];
  /** For commands that work directly on the database, on the server's machine. */
  readonly program: RunServerProgram;
  /** Who is signed in: by key, by profile, or, where a command says so, by the admin token. */
  readonly account: (may?: { readonly operator: boolean }) => Promise<Account>;
  readonly terminal: Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly given: CommonValues;
}

/** The values of options that commands have in common. */
export interface CommonValues {
  readonly server: string | undefined;
  readonly token: string | undefined;
  readonly key: string | undefined;
  readonly profile: string | undefined;
  readonly project: string | undefined;
  readonly json: boolean;
  readonly yes: boolean;
}

interface Declared<O extends CommandOptions> {
  /** One or two words, such as `provision` or `key rotate`. */
  readonly name: string;
  readonly summary: string;
  /** Names of the arguments that follow the command, such as `KEY_ID`, or `[FILE]` if it is optional. */
  readonly parameters?: readonly string[];
  readonly options: O;
  /** Whether the status is 1 although the server answered, for example because findings are problems. */
  readonly failed?: (result: Result) => boolean;
  /** The lines for people. */
  readonly render: (result: Result, style: Style) => readonly string[];
}

export interface CommandDeclaration<O extends CommandOptions> extends Declared<O> {
  /** Talks to the server as its operator; what it returns is the object of `--json`. */
  readonly run: (
    call: Account['call'],
    values: ValuesOf<O>,
    parameters: readonly string[],
    program: RunServerProgram,
  ) => Promise<Result>;
}

export interface MemberCommandDeclaration<O extends CommandOptions> extends Declared<O> {
  /** Also with the admin token, if no one is signed in. */
  readonly forOperatorToo?: boolean;
  /** Runs as the person signed in; what it returns is the object of `--json`. */
  readonly run: (
    context: CommandContext,
    values: ValuesOf<O>,
    parameters: readonly string[],
  ) => Promise<Result>;
}

/** A command whose options are known by name only, as the command line handles it. */
export interface Command extends Declared<CommandOptions> {
  /** Which of the common options it takes. */
  readonly audience: 'operator' | 'member' | 'both';
  readonly run: (
    context: CommandContext,
    values: Readonly<Record<string, unknown>>,
    parameters: readonly string[],
  ) => Promise<Result>;
}

/** Declares a command of the operator, with `values` typed by its options. */
export function command<const O extends CommandOptions>(
  declaration: CommandDeclaration<O>,
): Command {
  return {
    ...declaration,
    audience: 'operator',
    // The command line has checked every value against the declared options.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one crossing from names to types
    run: ({ call, program }, values, parameters) =>
      declaration.run(call, values as ValuesOf<O>, parameters, program),
  };
}

/** Declares a command of the person signed in, with `values` typed by its options. */
export function memberCommand<const O extends CommandOptions>(
  declaration: MemberCommandDeclaration<O>,
): Command {
  return {
    ...declaration,
    audience: declaration.forOperatorToo === true ? 'both' : 'member',
    // As above.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one crossing from names to types
    run: (context, values, parameters) =>
      declaration.run(context, values as ValuesOf<O>, parameters),
  };
}
