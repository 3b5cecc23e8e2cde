import { finding } from '@fairlead/contract/finding';
import { normaliseEmail } from '../../accounts/users/normaliseEmail.ts';
import type { Actor } from '../../audit/AuditEntry.ts';
import { changeProject } from '../../audit/changeProject.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { newId } from '#platform/lib/uuid.ts';
import { checkLimit } from '../../plans/checkLimit.ts';
import { lockLimits } from '../../plans/lockLimits.ts';
import type { Plans } from '../../plans/readPlans.ts';
import { type IssuedInvitation, newInvitationToken, readInvitationRow } from './Invitation.ts';
import { deleteInvitationOf } from './invitations.ts';
import type { Project } from '../Project.ts';

type Inviter = Exclude<Actor, { readonly kind: 'system' | 'key' }>;

interface NewInvitation {
  readonly email: string;
  readonly role: 'admin' | 'viewer';
}

/**
 * Invites an email for 7 days; an earlier invitation of it ends. The token is returned here and never
 * again. CONFLICT for a member, FORBIDDEN at the plan's limit.
 */
export function createInvitation(
  { db, plans }: { readonly db: Db; readonly plans: Plans },
  project: Project,
  actor: Inviter,
  input: NewInvitation,
): Promise<IssuedInvitation> {
  return changeProject(db, project, actor, async (tx, record) => {
    await lockLimits(tx, project, async () => {
      // This replaces an earlier invitation of the same email.
      await deleteInvitationOf(tx, project, input.email);
      await checkLimit(tx, plans, project, 'members');
    });
    const created = await insertInvitation(tx, project, actor, input);
    const { id, email, role } = created.invitation;
    await record({
      action: 'invitation.created',
      target: { kind: 'invitation', id, name: email },
      details: { role, ...(actor.kind === 'operator' && { link: 'shown on the command line' }) },
    });
    return created;
  });
}

async function insertInvitation(
  db: Db,
  project: Project,
  actor: Inviter,
  input: NewInvitation,
): Promise<IssuedInvitation> {
  const email = normaliseEmail(input.email);
  const member = await db
    .selectFrom('project_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .select('users.id')
    .where('member.project_id', '=', project.id)
    .where('users.email', '=', email)
    .executeTakeFirst();
  if (member) {
    const message = `${email} is a member of the project already`;
    throw new Problem('CONFLICT', finding('email', 'taken', message));
  }
  const now = Date.now();
  const { token, ...fresh } = newInvitationToken(now);
  const values = {
    ...fresh,
    id: newId(now),
    role: input.role,
    // The operator, on the command line, is not a user.
    invited_by: actor.kind === 'user' ? actor.id : null,
    invited_by_name: actor.kind === 'user' ? actor.name : 'The operator of this server',
    created_at: new Date(now),
  };
  const row = await db
    .insertInto('invitations')
    .values({ ...values, project_id: project.id, email })
    .onConflict((conflict) => conflict.columns(['project_id', 'email']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  return { invitation: readInvitationRow(row), token };
}
