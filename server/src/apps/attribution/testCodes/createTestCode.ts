import { LIMITS } from '@fairlead/contract/limits';
import type { Link } from '#links/link/Link.ts';
import type { Db } from '#platform/db/Db.ts';
import { HOUR_MS } from '#platform/lib/time.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import type { Project } from '#teams/projects/Project.ts';
import { hashOfTestCode, newTestCodeText, type TestCode } from './TestCode.ts';

/**
 * Creates a code by which apps get a link as if it had led to their installation; its text is returned here and never
 * again.
 */
export async function createTestCode(
  db: Db,
  project: Project,
  actor: Actor,
  link: Pick<Link, 'id' | 'key' | 'slug'>,
): Promise<{ testCode: TestCode; text: string }> {
  const createdAt = new Date();
  const endsAt = new Date(createdAt.getTime() + LIMITS.testCodeHours * HOUR_MS);
  const id = newId(createdAt.getTime());
  const text = newTestCodeText();
  await changeProject(db, project, actor, async (tx, record) => {
    await tx
      .insertInto('test_codes')
      .values({
        id,
        project_id: project.id,
        link_key: link.key,
        hash: hashOfTestCode(text),
        created_at: createdAt,
        ends_at: endsAt,
      })
      .execute();
    await record({
      action: 'test_code.created',
      target: { kind: 'test_code', id, name: link.slug },
    });
  });
  const testCode = { id, linkId: link.id, slug: link.slug, createdAt, endsAt, uses: 0 };
  return { testCode, text };
}
