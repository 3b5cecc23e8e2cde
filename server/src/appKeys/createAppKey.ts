import type { Db } from '../db/Db.ts';
import { newId } from '../lib/uuid.ts';
import type { Project } from '../projects/Project.ts';
import { hashOfKey, type KeyClass, newKeyText, VISIBLE_LENGTH } from './AppKey.ts';

/** Creates a key; its text is returned here and never again. */
export async function createAppKey(
  db: Db,
  project: Project,
  input: { readonly name: string; readonly class: KeyClass },
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
      hash: hashOfKey(text),
    })
    .execute();
  return { id, text };
}
