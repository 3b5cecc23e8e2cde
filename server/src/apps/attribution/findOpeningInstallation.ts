import type { Db } from '#platform/db/Db.ts';
import { isNamed } from '../installations/findInstallation.ts';
import type { Referrers } from '../installations/Referrers.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { OpeningInstallation } from './OpeningInstallation.ts';

/** What the installation reported about its phone when it was tracked. */
export interface OpeningInstallationRecord extends OpeningInstallation {
  /** It was given the link of a click, or of a test code. */
  readonly matched: boolean;
  readonly osName: string | null;
  readonly osVersion: string | null;
  readonly deviceModel: string | null;
  readonly language: string | null;
  readonly timeZone: string | null;
  readonly referrers: Referrers;
}

/** The installation that an app names by its own id, matched exactly, or by the record's id (Rule: sessions). */
export async function findOpeningInstallation(
  db: Db,
  project: Pick<Project, 'id'>,
  name: string,
): Promise<OpeningInstallationRecord | undefined> {
  const row = await db
    .selectFrom('installations')
    .select(['id', 'first_seen_at', 'previous_id', 'os_name', 'os_version', 'device_model'])
    .select(['language', 'timezone', 'referrers'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('attribution_receipts as receipt')
            .select('receipt.id')
            .whereRef('receipt.installation_id', '=', 'installations.id')
            .where((or) =>
              or.or([or('receipt.click_id', 'is not', null), or('receipt.reason', '=', 'test')]),
            ),
        )
        .as('matched'),
    )
    .where('project_id', '=', project.id)
    .where(isNamed(name))
    .orderBy((eb) => eb('client_id', '=', name), 'desc')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      firstSeenAt: row.first_seen_at,
      previousId: row.previous_id,
      matched: Boolean(row.matched),
      osName: row.os_name,
      osVersion: row.os_version,
      deviceModel: row.device_model,
      language: row.language,
      timeZone: row.timezone,
      referrers: row.referrers ?? {},
    }
  );
}
