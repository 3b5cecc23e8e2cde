import { chmod, cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findBinaries } from '#platform/db/embedded/findBinaries.ts';
import { startEmbeddedPostgres } from '#platform/db/embedded/startEmbeddedPostgres.ts';
import { silentLog } from '../silentLog.ts';
import type { DatabaseInput, StartedDatabase } from '../run/databases.ts';

/** Neither a region and a place in it nor UTC by some name, such as `US/Pacific` and `CET`. */
const UNPLACED = /^(?!UTC$|GMT$)[^/]+$|^(US|Canada|Brazil|Chile|Mexico)\//;
/** Of the places, those whose names tzdata has replaced: they are in its `backward`, and not in its `zone.tab`. */
const REPLACED: Readonly<Record<string, string>> = {
  Africa: 'Asmera Timbuktu',
  America:
    'Argentina/ComodRivadavia Atka Buenos_Aires Catamarca Coral_Harbour Cordoba Ensenada Fort_Wayne Godthab Indianapolis Jujuy ' +
    'Knox_IN Louisville Mendoza Montreal Nipigon Pangnirtung Porto_Acre Rainy_River Rosario Santa_Isabel Shiprock Thunder_Bay ' +
    'Virgin Yellowknife',
  Antarctica: 'South_Pole',
  Asia:
    'Ashkhabad Calcutta Choibalsan Chongqing Chungking Dacca Harbin Istanbul Kashgar Katmandu Macao Rangoon Saigon Tel_Aviv ' +
    'Thimbu Ujung_Pandang Ulan_Bator',
  Atlantic: 'Faeroe Jan_Mayen',
  Australia: 'ACT Canberra Currie LHI NSW North Queensland South Tasmania Victoria West Yancowinna',
  Europe: 'Belfast Kiev Nicosia Tiraspol Uzhgorod Zaporozhye',
  Pacific: 'Enderbury Johnston Ponape Samoa Truk Yap',
};

/** npm's PostgreSQL without legacy names of time zones, which Debian keeps in a package of its own (`tzdata-legacy`). */
export async function startZonelessPostgres({
  folder,
  settings,
}: DatabaseInput): Promise<StartedDatabase> {
  const { folder: found, version } = await findBinaries();
  const root = join(folder, 'programs');
  const native = join(root, 'native');
  await mkdir(root);
  await cp(found, native, { recursive: true, verbatimSymlinks: true });
  await chmod(native, 0o755);
  await removeLegacyZones(join(native, 'share/postgresql/timezone'));
  return startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    log: silentLog,
    settings,
    binaries: { folder: native, version },
  });
}

async function removeLegacyZones(zones: string): Promise<void> {
  const replaced = new Set(
    Object.entries(REPLACED).flatMap(([region, places]) =>
      places.split(' ').map((place) => `${region}/${place}`),
    ),
  );
  const entries = await readdir(zones, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(zones.length + 1));
  for (const name of names) {
    if (UNPLACED.test(name) || replaced.has(name)) await rm(join(zones, name));
  }
}
