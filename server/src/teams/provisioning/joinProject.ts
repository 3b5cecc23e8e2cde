import type { Accounts } from '../accounts/createAccounts.ts';
import type { User } from '../accounts/users/User.ts';
import { actorOf } from '../audit/actorOf.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { checkHeldPlaces } from '../plans/checkHeldPlaces.ts';
import { lockLimits } from '../plans/lockLimits.ts';
import type { Plans } from '../plans/readPlans.ts';
import { acceptInvitation, prepareInvited } from '../projects/members/acceptInvitation.ts';
import { findProject } from '../projects/findProject.ts';
import { findInvitation } from '../projects/members/invitations.ts';

interface Dependencies {
  readonly db: Db;
  readonly plans: Plans;
  readonly accounts: Accounts;
}

/**
 * Accepts an invitation. NOT_FOUND for an expired token; otherwise fails like `prepareInvited`, `acceptInvitation` and at the plan's
 * limit of members.
 */
export async function joinProject(
  { db, plans, accounts }: Dependencies,
  input: { readonly token: string } & Parameters<typeof prepareInvited>[2],
): Promise<{ projectId: string; user: User; accountCreated: boolean }> {
  // A stranger's token costs no hash, and no lock waits for one; what has changed meanwhile, the transaction sees.
  const invited = await findInvitation(db, input.token);
  if (!invited) throw notFound();
  const prepared = await prepareInvited({ db, accounts }, invited, input);
  return db.transaction().execute(async (tx) => {
    const invitation = await findInvitation(tx, input.token);
    const project = invitation && (await findProject(tx, invitation.projectId));
    if (!project) throw notFound();
    await lockLimits(tx, project, () => checkHeldPlaces(tx, plans, project));
    const made = await acceptInvitation(tx, invitation, prepared);
    await recordAudit(tx, project, actorOf(made.user), {
      action: 'member.joined',
      target: { kind: 'member', id: made.user.id, name: made.user.name },
      details: { role: invitation.role },
    });
    return { ...made, projectId: project.id };
  });
}

function notFound(): Problem {
  return new Problem('NOT_FOUND', 'Invitation not found; ask for a new one');
}
