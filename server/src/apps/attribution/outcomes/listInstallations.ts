import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { MatchType } from '../matching/MatchReceipt.ts';
import {
  type InstallationFilter,
  installationsWhere,
  linkWhere,
  OUTCOME,
  receiptsWhere,
  SHOWN_OUTCOME,
  type WantedOutcomes,
} from './installationFilter.ts';

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
  readonly match: MatchType | 'test' | 'none' | null;
  readonly reason: string | null;
  readonly previousId: string | null;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

const FIELDS = sql`
  installations.id, client_id as "installationId", device_id as "deviceId",
  persistent_device_id as "persistentDeviceId", metadata ->> 'userId' as "userId",
  customer_id as "customerId", device_model as "deviceModel",
  device_manufacturer as "deviceManufacturer", os_name as "osName", os_version as "osVersion",
  app_version as "appVersion", language, ${SHOWN_OUTCOME}, previous_id as "previousId",
  first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt"`;

interface Page {
  readonly limit: number;
  /** The id of the last one on the previous page. */
  readonly before?: string | undefined;
}

/** The project's installations that pass the filter, newest first. */
export async function listInstallations(
  db: Db,
  project: Pick<Project, 'id'>,
  filter: InstallationFilter,
  outcomes: WantedOutcomes,
  { limit, before }: Page,
): Promise<ListedInstallation[]> {
  const where = installationsWhere(project, filter);
  const receipts = sql`attribution_receipts as receipt`;
  if (outcomes === undefined || outcomes === 'unasked') {
    const { rows } = await sql<ListedInstallation>`
      select ${FIELDS} from installations
      left join ${receipts} on receipt.installation_id = installations.id
      where ${where} and ${linkWhere(project, filter)}
        ${before === undefined ? sql`` : sql`and installations.id < ${before}::uuid`}
        ${outcomes === 'unasked' ? sql`and receipt.id is null` : sql``}
      order by installations.id desc limit ${limit}`.execute(db);
    return rows;
  }
  // Each outcome in the order of its index, so that a rare one is found among millions of others. OFFSET keeps the planner from
  // reading all installations for it, and so does BETWEEN: without it, every outcome counts as common, and going through all
  // receipts in the order of installations as cheaper where random_page_cost is 4, as it is by default.
  const { rows } = await sql<ListedInstallation>`
    select found.* from unnest(${outcomes}::text[]) as wanted (outcome) cross join lateral (
      select shown.* from ${receipts} cross join lateral (
        select ${FIELDS} from installations
        where installations.id = receipt.installation_id and ${where} offset 0
      ) as shown
      where ${OUTCOME} = wanted.outcome and ${OUTCOME} between wanted.outcome and wanted.outcome
        and ${receiptsWhere(project, filter)}
        ${before === undefined ? sql`` : sql`and receipt.installation_id < ${before}::uuid`}
      order by receipt.installation_id desc limit ${limit}
    ) as found
    order by found.id desc limit ${limit}`.execute(db);
  return rows;
}
