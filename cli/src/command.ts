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
  readonly common: CommonValues;
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

interface Described {
  /** One or two words, such as `provision` or `key rotate`. */
  readonly name: string;
  readonly summary: string;
  /** Names of the arguments that follow the command, such as `KEY_ID`, or `[FILE]` if it is optional. */
  readonly parameters?: readonly string[];
}

/** Who runs it, by which it takes its common options: the person signed in, the server's operator, or either. */
type Audience = 'member' | 'operator' | 'both';

export interface CommandDeclaration<O extends CommandOptions, R extends object> extends Described {
  /** `member` where it is left out. */
  readonly audience?: Audience;
  readonly options: O;
  /** Returns the one object of `--json`. */
  readonly run: (
    context: CommandContext,
    values: ValuesOf<O>,
    parameters: readonly string[],
  ) => Promise<R>;
  /** Whether the status is 1 although the server answered, for example because findings are problems. */
  readonly failed?: (result: R) => boolean;
  /** The lines for people. */
  readonly render: (result: R, style: Style) => readonly string[];
}

/** What a command came to: the object of `--json`, and the lines for people. */
interface Outcome {
  readonly result: object;
  readonly failed: boolean;
  readonly render: (style: Style) => readonly string[];
}

/** A command whose options are known by name only, as the command line handles it. */
export interface Command extends Described {
  readonly audience: Audience;
  readonly options: CommandOptions;
  readonly run: (
    context: CommandContext,
    values: Readonly<Record<string, unknown>>,
    parameters: readonly string[],
  ) => Promise<Outcome>;
}

/** Declares a command, with `values` typed by its options and what it renders by what it returns. */
export function command<const O extends CommandOptions, R extends object>({
  audience = 'member',
  run,
  failed = () => false,
  render,
  ...described
}: CommandDeclaration<O, R>): Command {
  return {
    ...described,
    audience,
    async run(context, values, parameters) {
      // The command line has checked every value against the declared options.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one crossing from names to types
      const result = await run(context, values as ValuesOf<O>, parameters);
      return { result, failed: failed(result), render: (style) => render(result, style) };
    },
  };
}
