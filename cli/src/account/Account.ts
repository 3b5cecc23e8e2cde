import type { CallInput } from '@fairlead/contract/client';
import type { OperationDeclaration, ReplyOf } from '@fairlead/contract/operation';

/** What a call answers when it succeeds. */
export type AnswerOf<O extends OperationDeclaration> = ReplyOf<O>['body'];

export interface CallOptions {
  /** Milliseconds; two minutes unless said otherwise. */
  readonly timeout?: number;
}

/** Whoever is signed in, at one server. */
export interface Account {
  readonly server: string;
  /** `key`: an app key, of one project. `session`: a person. `operator`: the admin token. */
  readonly kind: 'key' | 'session' | 'operator';
  /** Calls an operation; throws a CommandError that tells what to do when it is refused. */
  readonly call: <O extends OperationDeclaration>(
    operation: O,
    input: CallInput<O>,
    options?: CallOptions,
  ) => Promise<AnswerOf<O>>;
  /** Any request with the credential, for what the contract has no words for. */
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** The project to work in. Of a key the service knows it, so this throws. */
  readonly projectId: () => Promise<string>;
}
