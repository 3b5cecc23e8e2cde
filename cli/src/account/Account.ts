import type { CallInput } from '@fairlead/contract/client';
import type { OperationDeclaration, ReplyOf } from '@fairlead/contract/operation';

/** What a successful call returns. */
export type AnswerOf<O extends OperationDeclaration> = ReplyOf<O>['body'];

export interface CallOptions {
  /** Milliseconds; two minutes by default. */
  readonly timeout?: number;
}

/** The person or key signed in at one server. */
export interface Account {
  readonly server: string;
  /** `key`: an app key, of one project. `session`: a person. `operator`: the admin token. */
  readonly kind: 'key' | 'session' | 'operator';
  /** Calls an operation; if it is refused, throws a CommandError that says what to do. */
  readonly call: <O extends OperationDeclaration>(
    operation: O,
    input: CallInput<O>,
    options?: CallOptions,
  ) => Promise<AnswerOf<O>>;
  /** Any request with the credential, for what the contract does not cover. */
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** The project to work in: that of the key, or the one that is named. */
  readonly projectId: () => Promise<string>;
}
