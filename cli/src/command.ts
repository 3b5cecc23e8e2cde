import type { CallServer } from './callServer.ts';
import type { RunServerProgram } from './runServerProgram.ts';

export interface CommandOption {
  /** `texts` may be given several times; `flag` takes no value. */
  readonly kind: 'text' | 'texts' | 'flag';
  /** What stands for the value in the help. */
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

/** What the command line gave: options by name, and the arguments that the command declares. */
type ValuesOf<O extends CommandOptions> = { readonly [Name in keyof O]: ValueOf<O[Name]> };

export interface CommandDeclaration<O extends CommandOptions> {
  /** One or two words, such as `provision` or `key rotate`. */
  readonly name: string;
  readonly summary: string;
  /** Names of the arguments that must follow the command, such as `KEY_ID`. */
  readonly parameters?: readonly string[];
  readonly options: O;
  /** Talks to the server; what it returns is the object of `--json`. */
  readonly run: (
    call: CallServer,
    values: ValuesOf<O>,
    parameters: readonly string[],
    /** For what works on the database itself, on the machine of the server. */
    program: RunServerProgram,
  ) => Promise<Readonly<Record<string, unknown>>>;
  /** Whether the status is 1 though the server answered, such as for findings that are problems. */
  readonly failed?: (result: Readonly<Record<string, unknown>>) => boolean;
  /** The lines for people. */
  readonly render: (result: Readonly<Record<string, unknown>>) => readonly string[];
}

/** A command whose options are known by name only; what the command line deals with. */
export interface Command extends Omit<CommandDeclaration<CommandOptions>, 'run'> {
  readonly run: (
    call: CallServer,
    values: Readonly<Record<string, unknown>>,
    parameters: readonly string[],
    /** For what works on the database itself, on the machine of the server. */
    program: RunServerProgram,
  ) => Promise<Readonly<Record<string, unknown>>>;
}

/** Declares a command, with `values` typed by its options. */
export function command<const O extends CommandOptions>(
  declaration: CommandDeclaration<O>,
): Command {
  return {
    ...declaration,
    // parseCommandLine has checked every value against the declared options.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one crossing from names to types
    run: (call, values, parameters, program) =>
      declaration.run(call, values as ValuesOf<O>, parameters, program),
  };
}
