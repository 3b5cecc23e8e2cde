import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';

/** How far a part of the history is copied. */
export interface Part {
  readonly part: string;
  readonly rows: number;
}

interface Step {
  /** The key after which the next step begins; null: nothing is left. */
  readonly position: string | null;
  readonly rows: number;
}

/**
 * Copies a part step by step and notes after each how far it is, so that a restart goes on there. A step that was broken off
 * is repeated from the same position, with the same rows and so under the same token.
 */
export async function copyPart(
  db: Kysely<Database>,
  part: string,
  onProgress: (part: Part) => void,
  copyNext: (position: string) => Promise<Step>,
): Promise<void> {
  await db
    .insertInto('click_moves')
    .values({ part, position: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  let { position, rows, done } = await db
    .selectFrom('click_moves')
    .select(['position', 'rows', 'done'])
    .where('part', '=', part)
    .executeTakeFirstOrThrow();
  while (!done) {
    const step = await copyNext(position);
    position = step.position ?? position;
    rows += step.rows;
    done = step.position === null;
    await db
      .updateTable('click_moves')
      .set({ position, rows, done })
      .where('part', '=', part)
      .execute();
    onProgress({ part, rows });
  }
}
