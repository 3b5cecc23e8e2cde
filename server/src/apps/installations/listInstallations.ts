import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { UUID_PATTERN } from '#platform/lib/uuid.ts';
import type { Project } from '#teams/projects/Project.ts';

export interface ListedInstallation {
  readonly id: string;
  readonly installationId: string;
  readonly deviceId: string | null;
  readonly persistentDeviceId: string | null;
  readonly userId: string | null;
  readonly customerId: string | null;
  readonly deviceModel: string | null;
  readonly deviceManufacturer: string | null;
  readonly osName: string | null;
  readonly osVersion: string | null;
  readonly appVersion: string | null;
  readonly language: string | null;
  readonly previousId: string | null;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

/** The project's installations, newest first; with `search`, only those that have it as one of their ids. */
export async function listInstallations(
  db: Db,
  project: Pick<Project, 'id'>,
  page: {
    readonly search?: string | undefined;
    readonly limit: number;
    /** The id of the last one on the previous page. */
    readonly before?: string | undefined;
  },
): Promise<ListedInstallation[]> {
  const { search, before, limit } = page;
  return db
    .selectFrom('installations')
    .select([
      'id',
      'client_id as installationId',
      'device_id as deviceId',
      'persistent_device_id as persistentDeviceId',
      'device_model as deviceModel',
      'device_manufacturer as deviceManufacturer',
      'os_name as osName',
      'os_version as osVersion',
      'app_version as appVersion',
      'language',
      'customer_id as customerId',
      'previous_id as previousId',
      'first_seen_at as firstSeenAt',
      'last_seen_at as lastSeenAt',
      sql<string | null>`metadata ->> 'userId'`.as('userId'),
    ])
    .where('project_id', '=', project.id)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .$if(search !== undefined, (query) =>
      query.where((or) =>
        or.or([
          or('client_id', '=', search ?? ''),
          or('device_id', '=', search ?? ''),
          or('persistent_device_id', '=', search ?? ''),
          or('customer_id', '=', search ?? ''),
          or(sql`metadata ->> 'userId'`, '=', search ?? ''),
          ...(UUID_PATTERN.test(search ?? '') ? [or('id', '=', search ?? '')] : []),
        ]),
      ),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
