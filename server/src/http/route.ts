import type {
  Auth,
  BodyOf,
  HeaderValue,
  OperationDeclaration,
  ParamsOf,
  QueryOf,
  ReplyOf,
} from '@fairlead/contract/operation';
import type { User } from '../accounts/User.ts';
import type { App } from '../app.ts';
import type { AppKey } from '../appKeys/AppKey.ts';
import type { HeldToken } from './installationToken.ts';
import type { Project } from '../projects/Project.ts';
import type { ProjectRole } from '../projects/findMembership.ts';
import type { RequestFacts } from '../lib/requestFacts.ts';

export interface KeyHolder {
  readonly project: Project;
  readonly key: AppKey;
}
interface KeyCaller extends KeyHolder {
  readonly kind: 'key';
}
export interface UserCaller {
  readonly kind: 'user';
  readonly user: User;
  readonly sessionId: string;
}
export interface MemberCaller extends UserCaller {
  readonly project: Project;
  readonly role: ProjectRole;
}

/** Who calls, as far as the operation's kind of authentication tells. */
export type CallerOf<A extends Auth> = A extends 'none'
  ? {
      readonly kind: 'anybody';
      /** Whose valid key came along all the same; looked for on operations of the class `public`. */
      readonly holder: KeyHolder | null;
    }
  : A extends 'appKey' | 'secretKey'
    ? KeyCaller
    : A extends 'secretKeyOrSession'
      ? KeyCaller | UserCaller
      : A extends 'session'
        ? UserCaller
        : A extends 'viewer' | 'admin' | 'owner'
          ? MemberCaller
          : { readonly kind: 'operator' };

export interface Call<O extends OperationDeclaration> {
  readonly app: App;
  readonly request: RequestFacts;
  readonly caller: CallerOf<O['auth']>;
  /** The valid installation token that came with a key operation. */
  readonly token: HeldToken | null;
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
}

/** What a handler came to, after its types have done their work. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, HeaderValue>>;
}

export interface Route {
  readonly operation: OperationDeclaration;
  readonly handle: (call: Call<OperationDeclaration>) => Promise<Reply>;
}

/** Joins an operation and its handler; an undeclared status or a missing property does not compile. */
export function route<O extends OperationDeclaration, const R extends ReplyOf<O>>(
  operation: O,
  handle: (call: Call<O>) => Promise<R>,
): Route {
  return { operation, handle: handle };
}
