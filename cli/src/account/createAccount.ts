import type { CallInput } from '@fairlead/contract/client';
import type { Auth, OperationDeclaration } from '@fairlead/contract/operation';
import { CommandError } from '../CommandError.ts';
import type { Account, AnswerOf, CallOptions } from './Account.ts';
import { openClient, send } from './openClient.ts';
import { refusalOf, unansweredBy } from './refusalOf.ts';

export interface Credential {
  readonly server: string;
  readonly kind: Account['kind'];
  /** Called before each request, so that a session is renewed automatically. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  /** Where the credential came from, for the message if it is refused. */
  readonly source: string;
  readonly projectId: (account: Account) => Promise<string>;
}

/** The longest that a call may take, in milliseconds. Exports and bulk calls answer sooner, or stream. */
const TIME_LIMIT_MS = 120_000;

const FOR_KEYS: ReadonlySet<Auth> = new Set([
  'anonymous',
  'appKey',
  'secretKey',
  'secretKeyOrSession',
  'secretKeyOrViewer',
  'secretKeyOrEditor',
]);

/** The client of the SDK with a credential, for every operation of the contract, and with errors that say what to do. */
export function createAccount(credential: Credential): Account {
  const { server, kind } = credential;
  const client = openClient(server);
  const account: Account = {
    server,
    kind,
    projectId: () => credential.projectId(account),
    async fetch(path, init) {
      const headers = { ...(await credential.headers()), ...plain(init.headers) };
      try {
        return await send(server + path, {
          signal: AbortSignal.timeout(TIME_LIMIT_MS),
          ...init,
          headers,
        });
      } catch (error) {
        throw unansweredBy(credential, error, TIME_LIMIT_MS);
      }
    },
    async call<O extends OperationDeclaration>(
      operation: O,
      input: CallInput<O>,
      { timeout = TIME_LIMIT_MS }: CallOptions = {},
    ) {
      if (kind === 'key' && !FOR_KEYS.has(operation.auth)) {
        throw new CommandError(
          4,
          'A key cannot do this; it needs a member of the project. Sign in: fairlead login',
        );
      }
      const headers = await credential.headers();
      return client
        .request<CallInput<O>, AnswerOf<O>>(operation, input, { headers, timeout })
        .catch((error: unknown) => {
          throw refusalOf(credential, operation, error);
        });
    },
  };
  return account;
}

function plain(headers: RequestInit['headers']): Record<string, string> {
  return Object.fromEntries(new Headers(headers));
}
