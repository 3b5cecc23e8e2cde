import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Account } from '../account/Account.ts';

interface Hints {
  /** Changes nothing. */
  readonly readOnly: boolean;
  /** Deletes or changes something that existed before. */
  readonly destructive?: boolean;
  /** Repeating it has no further effect. */
  readonly idempotent: boolean;
  /** Reaches beyond the service. */
  readonly openWorld?: boolean;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: Hints;
  /** Not for viewers, although it changes nothing. */
  readonly admins?: boolean;
  /** The result has texts that strangers wrote: names, previews, what phones and browsers say of themselves. */
  readonly strangers?: boolean;
  readonly input: TObject;
  readonly output: TSchema;
  /** Throws a CommandError whose message says what to do. */
  readonly run: (account: Account, input: unknown) => Promise<object>;
}

/** Declares a tool, with its input typed by its schema. */
export function tool<I extends TObject>(
  declaration: Omit<Tool, 'run' | 'input'> & {
    readonly input: I;
    readonly run: (account: Account, input: Static<I>) => Promise<object>;
  },
): Tool {
  return {
    ...declaration,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked against the schema before
    run: (account, input) => declaration.run(account, input as Static<I>),
  };
}
