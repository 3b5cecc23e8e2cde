import type { Actor } from '../audit/AuditEntry.ts';
import { changeProject } from '../audit/changeProject.ts';
import type { Db } from '#platform/db/Db.ts';
import { checkLimit } from '../plans/checkLimit.ts';
import { lockLimits } from '../plans/lockLimits.ts';
import type { Plans } from '../plans/readPlans.ts';
import type { Project } from '../projects/Project.ts';
import type { AppKeyInfo } from './AppKeyInfo.ts';
import { insertAppKey, type NewAppKey } from './insertAppKey.ts';
import { getAppKey } from './listAppKeys.ts';

/** Creates a key; its text is returned here and never again. FORBIDDEN at the plan's limit. */
export function createAppKey(
  { db, plans }: { readonly db: Db; readonly plans: Plans },
  project: Project,
  actor: Actor,
  input: NewAppKey,
): Promise<{ key: AppKeyInfo; text: string }> {
  return changeProject(db, project, actor, async (tx, record) => {
    await lockLimits(tx, project, () => checkLimit(tx, plans, project, 'apiKeys'));
    const { id, text } = await insertAppKey(tx, project, input);
    await record({
      action: 'key.created',
      target: { kind: 'key', id, name: input.name },
      details: { class: input.class },
    });
    return { key: await getAppKey(tx, project, id), text };
  });
}
