import type { Db } from '#platform/db/Db.ts';
import type { Installation } from './Installation.ts';

/** Keeps whose installation it is until it is erased; null: nobody's. */
export async function setCustomer(
  db: Db,
  { id, projectId }: Pick<Installation, 'id' | 'projectId'>,
  customerId: string | null,
): Promise<void> {
  await db
    .updateTable('installations')
    .set({ customer_id: customerId })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    // Apps say it at every start.
    .where('customer_id', 'is distinct from', customerId)
    .execute();
}
