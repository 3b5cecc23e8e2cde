import { type Finding, finding } from '@fairlead/contract/finding';
import type { UpdateProjectRequest } from '@fairlead/contract/operations/dashboard/projects';
import type { Updateable } from 'kysely';
import { checkName } from '../accounts/users/checkName.ts';
import type { Actor } from '../audit/AuditEntry.ts';
import { changeProject } from '../audit/changeProject.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Database } from '#platform/db/schema.ts';
import { isForeignScheme } from '@fairlead/contract/foreignSchemes';
import { Problem } from '#platform/lib/Problem.ts';
import { formalNamedTimeZone } from '#platform/lib/timeZones.ts';
import { serialiseDefaultUrl } from './checkDefaultUrl.ts';
import { colonForm } from './colonForm.ts';
import { findIdentitySecret } from './identity/findIdentitySecret.ts';
import { originForm } from './originForm.ts';
import { type Project, readProject } from './Project.ts';

/** Schemes that a link may open, but that belong to browsers and operating systems: an app cannot own them. */
const SHARED_SCHEMES: ReadonlySet<string> = new Set([
  'http',
  'https',
  'intent',
  'market',
  'mailto',
  'tel',
  'sms',
]);

/**
 * Changes the fields that are sent; null clears. Throws VALIDATION_ERROR for a name that mails must not have, a scheme that no app can own, an unknown time zone, and proofs of
 * identities without a secret that they are made with.
 */
export async function updateProject(
  db: Db,
  project: Project,
  actor: Actor,
  change: UpdateProjectRequest,
): Promise<Project> {
  const findings = [
    // One that was given before names were checked stays while other fields change.
    ...(change.name?.trim() === project.name ? [] : checkName('name', change.name)),
    ...checkAppSchemes(change),
    ...checkOrigins(change),
    ...checkTimeZone(change),
    ...(await checkIdentify(db, project, change)),
  ];
  if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
  return changeProject(db, project, actor, async (tx, record) => {
    const changed = await write(tx, project, serialiseDefaultUrl(change));
    await record({
      action: 'project.updated',
      target: { kind: 'project', id: changed.id, name: changed.name },
      details: { changes: change },
    });
    return changed;
  });
}

async function write(db: Db, project: Project, change: UpdateProjectRequest): Promise<Project> {
  const row = await db
    .updateTable('projects')
    .set({ ...columnsOf(change), updated_at: new Date() })
    .where('id', '=', project.id)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new Problem('NOT_FOUND', 'Project not found');
  return readProject(row);
}

export function checkAppSchemes(change: UpdateProjectRequest): Finding[] {
  return (['ios', 'android'] as const).flatMap((platform) => {
    const scheme = change[platform]?.scheme?.toLowerCase();
    if (scheme === undefined) return [];
    if (!SHARED_SCHEMES.has(scheme) && !isForeignScheme(scheme)) return [];
    const message = `${platform}.scheme must be a scheme of your own app, not ${scheme}`;
    return [finding([platform, 'scheme'], 'forbidden_scheme', message)];
  });
}

function checkOrigins({ allowedOrigins = [] }: UpdateProjectRequest): Finding[] {
  return allowedOrigins.flatMap((text, index) => {
    if (originForm(text) !== undefined) return [];
    const message = `allowedOrigins[${index}] must be an origin such as https://shop.example.com or capacitor://localhost, without a path`;
    return [finding(['allowedOrigins', String(index)], 'format', message)];
  });
}

function checkTimeZone({ timeZone }: UpdateProjectRequest): Finding[] {
  if (timeZone === undefined || formalNamedTimeZone(timeZone) !== undefined) return [];
  const message = `timeZone must be an IANA name such as Europe/Vienna, not ${timeZone}`;
  return [finding('timeZone', 'unknown', message)];
}

async function checkIdentify(
  db: Db,
  project: Project,
  { identify }: UpdateProjectRequest,
): Promise<Finding[]> {
  if (identify !== 'signed') return [];
  if ((await findIdentitySecret(db, project)).lastCharacters !== null) return [];
  const message = 'identify can be signed once there is an identity secret; make one first';
  return [finding('identify', 'not_allowed', message)];
}

/** Without duplicates, as browsers write them. */
function readOrigins(texts: readonly string[]): string[] {
  return [...new Set(texts.map(originForm))].filter((origin) => origin !== undefined);
}

function columnsOf(change: UpdateProjectRequest): Updateable<Database['projects']> {
  const { ios = {}, android = {}, probabilisticMatching: matching } = change;
  const columns = {
    name: change.name?.trim(),
    default_url: change.defaultUrl,
    require_installation: change.requireInstallation,
    // With `consent`, a process of an earlier release collects nothing either.
    probabilistic_matching: matching && (matching === true || matching === 'on'),
    matching_by_consent: matching === undefined ? undefined : matching === 'consent',
    copy_button: change.copyButton,
    matching_window_minutes: change.matchingWindowMinutes,
    reengagement_days: change.reengagementDays,
    identify: change.identify,
    revenue_from: change.revenueFrom,
    daily_app_events: change.dailyAppEvents,
    time_zone: change.timeZone,
    click_retention_days: change.clickRetentionDays,
    allowed_origins: change.allowedOrigins && readOrigins(change.allowedOrigins),
    app_links: change.appLinks,
    app_link_hosts: change.appLinkHosts?.map((host) => host.toLowerCase()),
    utm_values: change.utmValues,
    ios_team_id: ios.teamId,
    ios_bundle_id: ios.bundleId,
    ios_scheme: ios.scheme,
    ios_store_id: ios.storeId,
    android_package: android.packageName,
    android_sha256_fingerprints: android.sha256Fingerprints?.map(colonForm),
    android_scheme: android.scheme,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
