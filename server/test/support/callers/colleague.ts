import { randomBytes } from 'node:crypto';
import { createClient } from '@fairlead/contract/client';
import { createDashboardSession } from '#teams/accounts/sessions/createDashboardSession.ts';
import { createUser } from '#teams/accounts/users/createUser.ts';
import { issueDashboardToken } from '#teams/accounts/sessions/issueDashboardToken.ts';
import { addMember } from '#teams/projects/members/addMember.ts';
import type { ProjectRole } from '#teams/projects/members/findMembership.ts';
import type { TestProject } from './personas.ts';

/** Calls with the dashboard session of another member of the project. */
export async function colleague(project: TestProject, role: ProjectRole, base = '/v1') {
  const { accounts, db } = project.server.app;
  const user = await createUser(accounts, {
    email: `${randomBytes(6).toString('hex')}@colleague.test`,
    password: randomBytes(12).toString('hex'),
    emailVerified: true,
  });
  await addMember(db, project.project, user, role);
  const session = await createDashboardSession(accounts, user, {});
  const { token } = await issueDashboardToken(accounts, session);
  return createClient({
    baseUrl: project.server.origin + base,
    headers: { authorization: `Bearer ${token}` },
  });
}
