import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '../projects/Project.ts';
import { findSubscription, isLive } from './Subscription.ts';

/** CONFLICT while a project is paid for and will be billed again: no one should pay for something deleted. */
export async function assertNoActiveSubscription(
  db: Db,
  project: Pick<Project, 'id'>,
): Promise<void> {
  const subscription = await findSubscription(db, project);
  if (!subscription || !isLive(subscription) || subscription.endsAt !== null) return;
  throw new Problem(
    'CONFLICT',
    'The plan of this project is still paid for; cancel it first: Plan and usage, Manage billing',
  );
}
