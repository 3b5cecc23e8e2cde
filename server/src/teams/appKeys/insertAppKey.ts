import type { Db } from '#platform/db/Db.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { Project } from '../projects/Project.ts';
import { hashOfKey, type KeyClass, newKeyText, VISIBLE_LENGTH } from './AppKey.ts';

export interface NewAppKey {
  readonly name: string;
  readonly class: KeyClass;
}

/** Creates a key without a limit or an audit log entry, as part of a larger change. */
export async function insertAppKey(
  db: Db,
  project: Project,
  input: NewAppKey,
): Promise<{ id: string; text: string }> {
  const text = newKeyText();
  const id = newId();
  await db
    .insertInto('app_keys')
    .values({
      id,
      project_id: project.id,
      name: input.name,
      class: input.class,
      prefix: text.slice(0, VISIBLE_LENGTH),
      hash: Buffer.from(hashOfKey(text), 'hex'),
    })
    .execute();
  return { id, text };
}
