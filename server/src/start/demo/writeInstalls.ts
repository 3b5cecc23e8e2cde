import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { matchInstall } from '#apps/attribution/matching/matchInstall.ts';
import { readModel } from '#apps/attribution/matching/PhoneSignals.ts';
import { recordAppOpen } from '#apps/attribution/recordAppOpen.ts';
import type { Database } from '#platform/db/schema.ts';
import type { Installation } from '#apps/installations/Installation.ts';
import { trackInstallation } from '#apps/installations/trackInstallation.ts';
import { getPlan, type Plans } from '#teams/plans/readPlans.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { Link } from '#links/link/Link.ts';
import type { Phone } from './channels.ts';
import type { FirstOpen } from './drawOpens.ts';
import type { WrittenVisit } from './writeVisits.ts';

interface Stores {
  readonly db: Kysely<Database>;
  readonly pool: Pool;
  readonly plans: Plans;
  readonly numbers: Parameters<typeof matchInstall>[0]['numbers'];
  readonly groups: Parameters<typeof matchInstall>[0]['groups'] &
    Parameters<typeof trackInstallation>[0]['groups'];
}

export interface WrittenInstall {
  readonly installation: Installation;
  readonly phone: Phone;
  readonly credited: boolean;
}

/** How many run at once. */
const LANES = 8;

/** Registers installations and matches their first opens, as if their apps had called at those times. */
export function writeInstalls(
  stores: Stores,
  project: Project,
  opens: readonly FirstOpen[],
): Promise<readonly WrittenInstall[]> {
  const plan = getPlan(stores.plans, project.plan);
  return inLanes(opens, async (open) => {
    const { phone, timeZone, language } = open;
    const at = new Date(open.at);
    const { installation } = await trackInstallation(
      stores,
      project,
      {
        installationId: open.installationId,
        deviceModel: phone.deviceModel,
        deviceManufacturer: phone.manufacturer,
        osName: phone.os === 'ios' ? 'iOS' : 'Android',
        osVersion: phone.osVersion,
        appVersion: open.appVersion,
        language,
        timezone: timeZone,
        networkType: open.networkType,
        client: { type: 'sdk-typescript', version: '0.1.0', platform: phone.os },
      },
      { plan, at },
    );
    const { matched } = await matchInstall(stores, project, {
      at,
      // It was just created, and asks for the first time.
      opener: { ...installation, matched: false },
      os: phone.os,
      signals: {
        osMajor: Number.parseInt(phone.osVersion, 10),
        model: readModel(phone.os, phone.deviceModel),
        screen: phone.screen,
        timeZone,
        language,
      },
      addressHashes: open.address === null ? [] : [open.address],
      referrers: {},
      meta: null,
      named: open.clickId === null ? null : { method: 'clickId', clickId: open.clickId },
    });
    return { installation, phone, credited: matched !== null };
  });
}

export interface Return {
  readonly visit: WrittenVisit;
  readonly install: WrittenInstall;
  readonly link: Pick<Link, 'id' | 'key' | 'slug'>;
}

/** Joins opens through links to their installations. */
export async function writeReturns(
  stores: Stores,
  project: Project,
  returns: readonly Return[],
): Promise<void> {
  await inLanes(returns, ({ visit: { clickId, at }, install, link }) =>
    recordAppOpen(stores, project, {
      link,
      clickId,
      opener: install.installation,
      at: new Date(at + 400),
    }),
  );
}

async function inLanes<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = Array.from({ length: items.length });
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index]!);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return results;
}
