import { createClient, type CallInput } from '@fairlead/contract/client';
import type { OperationDeclaration } from '@fairlead/contract/operation';
import { CommandError } from '../CommandError.ts';
import { describeCause } from '../callServer.ts';
import type { Account, AnswerOf } from './Account.ts';

export interface Credential {
  readonly server: string;
  readonly kind: Account['kind'];
  /** Asked before each call, so that a session renews itself. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  /** Where the credential came from, for the message when it is refused. */
  readonly source: string;
  readonly projectId: (account: Account) => Promise<string>;
}

/** Longest time that a call may take. Exports and bulk calls answer sooner, or stream. Milliseconds. */
const TIME_LIMIT_MS = 120_000;

/** The typed client of the contract, with a credential and with errors that say what to do. */
export function createAccount(credential: Credential): Account {
  const { server, kind } = credential;
  const perform = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = { ...(await credential.headers()), ...plain(init.headers) };
    try {
      return await fetch(url, { signal: AbortSignal.timeout(TIME_LIMIT_MS), ...init, headers });
    } catch (error) {
      throw new CommandError(
        1,
        `No answer from ${server} (${describeCause(error, TIME_LIMIT_MS)}). Is the address right, and does the server run? See: fairlead whoami`,
      );
    }
  };
  const clientOf = (base: string) => createClient({ baseUrl: server + base, fetch: perform });
  const clients = { sdk: clientOf('/v1'), dashboard: clientOf('/api/v1') };
  const account: Account = {
    server,
    kind,
    fetch: (path, init) => perform(server + path, init),
    projectId: () => credential.projectId(account),
    async call<O extends OperationDeclaration>(operation: O, input: CallInput<O>) {
      const { status, body, headers } = await clients[operation.api](operation, input).catch(
        (error: unknown) => {
          if (!(error instanceof SyntaxError)) throw error;
          throw new CommandError(
            1,
            `${server} answered ${operation.method} ${operation.path} without JSON: is this a Fairlead server?`,
          );
        },
      );
      if (status >= 400) throw refusal(credential, status, body, headers);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is below 400 is a declared reply
      return body as AnswerOf<O>;
    },
  };
  return account;
}

function plain(headers: RequestInit['headers']): Record<string, string> {
  return Object.fromEntries(new Headers(headers));
}

/** The messages of the server, and what to do about them where the command line knows. */
export function refusal(
  { kind, source }: Pick<Credential, 'kind' | 'source'>,
  status: number,
  body: unknown,
  headers: Headers,
): CommandError {
  const said = messagesOf(body);
  const lines = said.length === 0 ? [`The server answered ${status}`] : said;
  if (status === 401) {
    lines.push(
      kind === 'session'
        ? `The session of ${source} has ended. Sign in again: fairlead login`
        : `The ${kind === 'key' ? 'key' : 'admin token'} came from ${source}.`,
    );
  }
  if (status === 403 && kind === 'key') {
    lines.push('Use a secret key, or sign in as a member: fairlead login');
  }
  const wait = headers.get('retry-after');
  if (status === 429 && wait !== null) lines.push(`Try again in ${wait} s.`);
  const requestId = headers.get('x-request-id');
  if (status >= 500 && requestId !== null) lines.push(`Request id: ${requestId}`);
  return new CommandError(status === 401 ? 4 : 1, lines.join('\n'));
}

function messagesOf(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || !('message' in body)) return [];
  return Array.isArray(body.message) ? body.message.map(String) : [String(body.message)];
}
