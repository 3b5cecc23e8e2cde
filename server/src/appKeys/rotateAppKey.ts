import type { Db } from '../db/Db.ts';
import { Problem } from '../lib/Problem.ts';
import type { Project } from '../projects/Project.ts';
import type { AppKeyInfo } from './AppKeyInfo.ts';
import { createAppKey } from './createAppKey.ts';
import { endAppKey } from './endAppKey.ts';
import { getAppKey } from './listAppKeys.ts';
import { HOUR_MS } from '../lib/time.ts';

/**
 * A new key of the same name and class; the old one works for `graceHours` more, 0 ends it at once
 * (Rule: credentials). CONFLICT for a key that has ended or is ending. In a transaction.
 */
export async function rotateAppKey(
  db: Db,
  project: Project,
  id: string,
  graceHours: number,
): Promise<{ made: AppKeyInfo; text: string; replaced: AppKeyInfo }> {
  const replaced = await getAppKey(db, project, id);
  if (replaced.expiresAt !== null) {
    throw new Problem(
      'CONFLICT',
      'This key has been rotated or revoked already; rotate a living one',
    );
  }
  await endAppKey(db, project, replaced, new Date(Date.now() + graceHours * HOUR_MS));
  const { id: newKeyId, text } = await createAppKey(db, project, {
    name: replaced.name,
    class: replaced.class,
  });
  return { made: await getAppKey(db, project, newKeyId), text, replaced };
}
