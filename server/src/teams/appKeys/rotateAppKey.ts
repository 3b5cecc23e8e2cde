import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '../projects/Project.ts';
import type { AppKeyInfo } from './AppKeyInfo.ts';
import { insertAppKey } from './insertAppKey.ts';
import { endAppKey } from './endAppKey.ts';
import { getAppKey } from './listAppKeys.ts';
import { HOUR_MS } from '#platform/lib/time.ts';
import type { Actor } from '../audit/AuditEntry.ts';
import { changeProject } from '../audit/changeProject.ts';

interface Rotation {
  readonly made: AppKeyInfo;
  readonly text: string;
  readonly replaced: AppKeyInfo;
}

/**
 * A new key with the same name and class; the old one works for another `graceHours`, 0 revokes it
 * immediately (Rule: credentials). CONFLICT for a key that has expired or is about to.
 */
export function rotateAppKey(
  db: Db,
  project: Project,
  actor: Actor,
  id: string,
  graceHours: number,
): Promise<Rotation> {
  return changeProject(db, project, actor, async (tx, record) => {
    const rotation = await replaceKey(tx, project, id, graceHours);
    const { replaced, made } = rotation;
    await record({
      action: 'key.rotated',
      target: { kind: 'key', id: replaced.id, name: replaced.name },
      details: { graceHours, newKeyId: made.id },
    });
    return rotation;
  });
}

async function replaceKey(
  db: Db,
  project: Project,
  id: string,
  graceHours: number,
): Promise<Rotation> {
  const replaced = await getAppKey(db, project, id);
  if (replaced.expiresAt !== null) {
    throw new Problem(
      'CONFLICT',
      'This key has been rotated or revoked already; rotate a living one',
    );
  }
  await endAppKey(db, project, replaced, new Date(Date.now() + graceHours * HOUR_MS));
  const { id: newKeyId, text } = await insertAppKey(db, project, {
    name: replaced.name,
    class: replaced.class,
  });
  return { made: await getAppKey(db, project, newKeyId), text, replaced };
}
