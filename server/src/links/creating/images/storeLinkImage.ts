import { CARD_SIZE } from '@fairlead/contract/imageTypes';
import { LIMITS, limitText } from '@fairlead/contract/limits';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import type { Db } from '#platform/db/Db.ts';
import { readBytes } from '#platform/lib/images/readBytes.ts';
import { asJpeg, type ImageShrinker } from '#platform/lib/images/shrinkImage.ts';
import type { Files } from '#platform/ports/Files.ts';
import { assertRoom } from '#teams/plans/assertRoom.ts';
import { lockLimits } from '#teams/plans/lockLimits.ts';
import type { Project } from '#teams/projects/Project.ts';
import { fileNameOf, nameOf } from './linkImage.ts';

const ATTEMPTS = [
  { ...CARD_SIZE, quality: 85 },
  { ...CARD_SIZE, quality: 70 },
  { ...CARD_SIZE, quality: 50 },
  { width: CARD_SIZE.width / 2, height: CARD_SIZE.height / 2, quality: 50 },
] as const;

const ROOM = {
  table: 'link_images',
  limit: 'linkImages',
  message: `A project can have ${limitText('linkImages')} images; those that no link uses any more are deleted after ${LIMITS.trashDays} days, or give the URL of an image elsewhere`,
} as const;

interface Stores {
  readonly db: Db;
  readonly files: Files;
  readonly images: ImageShrinker;
}

/**
 * Keeps an uploaded image as social networks like it: JPEG, which all of them read. Throws as `openImage` does, and CONFLICT
 * if the project has as many images as it can have.
 */
export async function storeLinkImage(
  { db, files, images }: Stores,
  project: Pick<Project, 'id'>,
  actor: Actor,
  body: AsyncIterable<Uint8Array>,
) {
  const original = await readBytes(body);
  const { bytes, ...size } = await images.shrink(original, LIMITS.linkImageBytes, ATTEMPTS, asJpeg);
  const name = nameOf(project.id, bytes);
  // Before the file, so that there is never a file that nobody would delete.
  await addRow(db, project, actor, name);
  await files.write(fileNameOf(name)!, chunks(bytes));
  return { name, ...size, bytes: bytes.length };
}

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function addRow(db: Db, project: Pick<Project, 'id'>, actor: Actor, name: string): Promise<void> {
  return changeProject(db, project, actor, (tx, record) =>
    lockLimits(tx, project, async () => {
      await record({ action: 'image.uploaded', target: { kind: 'image', id: null, name } });
      const known = await tx
        .updateTable('link_images')
        .set({ unused_since: null })
        .where('project_id', '=', project.id)
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      if (known.numUpdatedRows > 0n) return;
      await assertRoom(tx, project, ROOM);
      await tx.insertInto('link_images').values({ project_id: project.id, name }).execute();
    }),
  );
}
