import type { ProvisionRequest } from '@fairlead/contract/operations/operator';
import type { Kysely } from 'kysely';
import type { Accounts } from '../accounts/createAccounts.ts';
import { createDashboardSession } from '../accounts/sessions/createDashboardSession.ts';
import { insertUser, prepareUser } from '../accounts/users/createUser.ts';
import { generatePassword } from '../accounts/passwords/generatePassword.ts';
import { issueDashboardToken } from '../accounts/sessions/issueDashboardToken.ts';
import { insertAppKey } from '../appKeys/insertAppKey.ts';
import type { Actor } from '../audit/AuditEntry.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Database } from '#platform/db/schema.ts';
import { createVerifiedDomain } from '../domains/createVerifiedDomain.ts';
import { newId } from '#platform/lib/uuid.ts';
import { checkPlanId, type Plans } from '../plans/readPlans.ts';
import { addMember } from '../projects/members/addMember.ts';
import { createProject } from '../projects/createProject.ts';
import type { Project } from '../projects/Project.ts';

/** Seconds: an operator's scripts run longer than a page stays open. */
const TOKEN_LIFETIME = 12 * 3600;

export interface ProvisionResult {
  readonly project: Project;
  readonly appKey: string;
  readonly domain: string | null;
  readonly userEmail: string;
  readonly userPassword: string;
  readonly sessionToken: string;
}

/**
 * Creates a user, a project, its verified domain and a secret key, all or nothing (Rule: surfaces
 * 9), with an entry in the audit log if there is an `actor`. Throws VALIDATION_ERROR for an unknown plan, CONFLICT for a host or an email in use.
 */
export async function provision(
  { db, accounts, plans }: { db: Kysely<Database>; accounts: Accounts; plans: Plans },
  input: ProvisionRequest,
  actor?: Actor,
): Promise<ProvisionResult> {
  const { plan = plans.initial } = input;
  checkPlanId(plans, plan);
  const userEmail = input.userEmail ?? `owner-${newId().slice(-12)}@fairlead.localhost`;
  const userPassword = generatePassword();
  const given = { email: userEmail, password: userPassword, emailVerified: true };
  const prepared = await prepareUser(accounts, given);
  return db.transaction().execute(async (tx) => {
    const user = await insertUser(tx, prepared);
    const project = await createProject(tx, { ...input, plan });
    await addMember(tx, project, user, 'owner');
    const domain =
      input.domain === undefined ? null : await createVerifiedDomain(tx, project, input.domain);
    const key = await insertAppKey(tx, project, { name: 'First key', class: 'secret' });
    if (actor !== undefined) {
      await recordAudit(tx, project, actor, {
        action: 'project.created',
        target: { kind: 'project', id: project.id, name: project.name },
      });
    }
    const session = await createDashboardSession(accounts, user, {}, tx);
    const { token } = await issueDashboardToken(accounts, session, {
      lifetimeSeconds: TOKEN_LIFETIME,
    });
    return {
      project,
      appKey: key.text,
      domain: domain?.host ?? null,
      userEmail: user.email,
      userPassword,
      sessionToken: token,
    };
  });
}
