import { createClient } from '@fairlead/contract/client';
import { createDashboardSession } from '#teams/accounts/sessions/createDashboardSession.ts';
import { findUser } from '#teams/accounts/users/findUser.ts';
import { issueDashboardToken } from '#teams/accounts/sessions/issueDashboardToken.ts';
import type { User } from '#teams/accounts/users/User.ts';
import { newId } from '#platform/lib/uuid.ts';
import { addMember } from '#teams/projects/members/addMember.ts';
import type { ProjectRole } from '#teams/projects/members/findMembership.ts';
import type { TestProject } from './personas.ts';
import { type TestServer, useServer } from '../useServer.ts';

export interface Person {
  readonly user: User;
  readonly token: string;
  readonly sessionId: string;
  /** Calls of the dashboard as this person. */
  readonly call: ReturnType<typeof createClient>;
}

/** Someone with a session and without a password, which would cost a hash; a member when asked. */
export async function newPerson(
  membership?: { readonly project: TestProject; readonly role: ProjectRole },
  on?: TestServer,
): Promise<Person> {
  const server = on ?? membership?.project.server ?? (await useServer());
  const { db } = server.app;
  const id = newId();
  await db
    .insertInto('users')
    .values({ id, name: 'Someone', email: `${id}@person.test`, email_verified: true })
    .execute();
  if (membership) await addMember(db, membership.project.project, { id }, membership.role);
  return signInAgain(server, id);
}

/** The owner of a test's project. */
export async function ownerOf(project: TestProject): Promise<Person> {
  const user = await findUser(project.server.app.db, { email: project.userEmail });
  if (!user) throw new Error('The project has no owner');
  return signInAgain(project.server, user.id);
}

/** A further session of a person. */
export async function signInAgain(server: TestServer, userId: string): Promise<Person> {
  const { accounts, db } = server.app;
  const user = await findUser(db, { id: userId });
  if (!user) throw new Error('No such user');
  const session = await createDashboardSession(accounts, user);
  const { token } = await issueDashboardToken(accounts, session);
  const headers = { authorization: `Bearer ${token}` };
  const call = createClient({ baseUrl: `${server.origin}/api/v1`, headers });
  return { user, token, sessionId: session.id, call };
}

type BodyAt<R, S> = R extends { readonly status: infer T; readonly body: infer B }
  ? S extends T
    ? B
    : never
  : never;

/** The body of a reply that came with this status; another one fails the test in words. */
export function bodyOf<const S extends number, R extends { status: number; body: unknown }>(
  reply: R,
  status: S,
): BodyAt<R, S> {
  if (reply.status !== status) {
    throw new Error(`Expected ${status}, got ${reply.status}: ${JSON.stringify(reply.body)}`);
  }
  return reply.body as BodyAt<R, S>;
}

/** The body of an answer that opened a session, where another could have come. */
export function openedBy<R extends { status: number; body: unknown }>(reply: R) {
  const body = bodyOf<200, R>(reply, 200);
  return body as Extract<typeof body, { readonly token: string }>;
}
