import type { Finding } from '@fairlead/contract/finding';
import type {
  Auth,
  BodyOf,
  HeaderValue,
  OperationDeclaration,
  ParamsOf,
  QueryOf,
  ReplyOf,
} from '@fairlead/contract/operation';
import type { User } from '#teams/accounts/users/User.ts';
import type { App } from '../../App.ts';
import type { AppKey } from '#teams/appKeys/AppKey.ts';
import type { HeldToken } from '../access/installationToken.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { ProjectRole } from '#teams/projects/members/findMembership.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';

export interface KeyHolder {
  readonly project: Project;
  readonly key: AppKey;
}
interface KeyCaller extends KeyHolder {
  readonly kind: 'key';
}
interface UserCaller {
  readonly kind: 'user';
  readonly user: User;
  readonly sessionId: string;
}
interface MemberCaller extends UserCaller {
  readonly project: Project;
  readonly role: ProjectRole;
}

/** The caller, as far as the operation's kind of authentication tells. */
export type CallerOf<A extends Auth> = A extends 'anonymous'
  ? {
      readonly kind: 'anonymous';
      /** The holder of a valid key sent anyway; looked up on operations of the class `public`. */
      readonly holder: KeyHolder | null;
    }
  : A extends 'appKey' | 'secretKey'
    ? KeyCaller
    : A extends 'secretKeyOrSession'
      ? KeyCaller | UserCaller
      : A extends 'session'
        ? UserCaller
        : A extends 'viewer' | 'editor' | 'admin' | 'owner'
          ? MemberCaller
          : A extends 'secretKeyOrViewer' | 'secretKeyOrEditor'
            ? KeyCaller | MemberCaller
            : { readonly kind: 'operator' };

export interface Call<O extends OperationDeclaration> {
  readonly app: App;
  readonly request: RequestFacts;
  readonly caller: CallerOf<O['auth']>;
  /** The valid installation token sent with a key operation. */
  readonly token: HeldToken | null;
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  /** Aborts once nobody waits for the answer any more; of operations of which only so many run `atOnce`. */
  readonly gone: AbortSignal | undefined;
  /** A HEAD request: it asks what a GET would be answered, and changes nothing. */
  readonly isHead: boolean;
}

/** A handler's result, after type checking. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, HeaderValue>>;
}

/** The caller of an operation whose body does not fit its schema, and the properties that do. */
export interface PartialCall<O extends OperationDeclaration> {
  readonly app: App;
  readonly request: RequestFacts;
  readonly caller: CallerOf<O['auth']>;
  readonly body: Partial<BodyOf<O>>;
}

/**
 * What the handler would find wrong by rules that a schema cannot express. Called if a body does not fit its schema, so
 * that the findings of both are returned together; a body that fits is checked by the verb itself.
 */
type Examine<O extends OperationDeclaration> = (
  call: PartialCall<O>,
) => readonly Finding[] | Promise<readonly Finding[]>;

export interface Route {
  readonly operation: OperationDeclaration;
  readonly handle: (call: Call<OperationDeclaration>) => Promise<Reply>;
  readonly examine: Examine<OperationDeclaration> | undefined;
}

/** Joins an operation and its handler; an undeclared status or a missing property does not compile. */
export function route<O extends OperationDeclaration, const R extends ReplyOf<O>>(
  operation: O,
  handle: (call: Call<O>) => Promise<R>,
  examine?: Examine<O>,
): Route {
  return { operation, handle, examine };
}
