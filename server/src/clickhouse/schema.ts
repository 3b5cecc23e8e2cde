import type { ClickHousePlace } from './ClickHouse.ts';

/** How a table stores its rows. */
interface Table {
  readonly name: string;
  readonly columns: string;
  /** Rows with the same order key are one; of several the one with the highest version. */
  readonly replacing?: string;
  readonly partition: string;
  readonly order: string;
  /** Rows of one value are on one shard. */
  readonly shard: string;
  readonly settings?: string;
}

/** Batches whose tokens are remembered by partition: a loader repeats its last one. */
const TOKENS = 10_000;

/**
 * What makes an answered insert durable and a repeated one harmless. Both are off by default on one server; with replicas a
 * quorum takes the place of the disk's.
 */
export const SAFE_SETTINGS = {
  non_replicated_deduplication_window: String(TOKENS),
  fsync_after_insert: '1',
  fsync_part_directory: '1',
} as const;
const REPLICATED_SETTINGS = {
  replicated_deduplication_window: String(TOKENS),
  replicated_deduplication_window_seconds: String(30 * 24 * 3600),
  fsync_after_insert: '1',
  fsync_part_directory: '1',
} as const;

const value = (name: string) => `${name} LowCardinality(String)`;
const VALUES = ['device', 'os', 'browser', 'country', 'app', 'referrer'].map(value).join(', ');
const TIME = `DateTime64(3, 'UTC')`;

/**
 * Clicks of a project and link lie together in the order of their time, in weeks: a deletion rewrites the weeks it concerns. An
 * unknown value is empty. `journal` tells whether a click that is loaded again is this journal's own. The projection finds clicks
 * by id, which has their time.
 */
const CLICKS: Table = {
  name: 'clicks',
  columns: `project_id UUID, link_key UInt64, at ${TIME} CODEC(Delta, ZSTD(1)), id UUID, kind UInt8,
    source UInt8, ${VALUES}, visitor Nullable(Int64), journal LowCardinality(String),
    PROJECTION by_time (SELECT at, id, link_key, kind, os, journal ORDER BY at)`,
  partition: 'toMonday(at)',
  order: 'project_id, link_key, at, id',
  shard: 'cityHash64(link_key)',
};

/** Clicks of a project by kind and quarters of an hour. */
const PROJECT_TIMES: Table = {
  name: 'project_times',
  columns: `project_id UUID, at DateTime('UTC'), clicks UInt64, previews UInt64, bots UInt64,
    version UInt64`,
  replacing: 'version',
  partition: 'toYYYYMM(at)',
  order: 'project_id, at',
  shard: 'cityHash64(project_id)',
};

/** Clicks of a project by hour and value. */
const PROJECT_VALUES: Table = {
  name: 'project_values',
  columns: `project_id UUID, hour DateTime('UTC'), dimension UInt8, value LowCardinality(String), clicks UInt64,
    version UInt64`,
  replacing: 'version',
  partition: 'toYYYYMM(hour)',
  order: 'project_id, hour, dimension, value',
  shard: 'cityHash64(project_id)',
};

/** Distinct visitors of a project by UTC day. */
const PROJECT_VISITORS: Table = {
  name: 'project_visitors',
  columns: `project_id UUID, day Date, visitors UInt64, version UInt64`,
  replacing: 'version',
  partition: 'toYear(day)',
  order: 'project_id, day',
  shard: 'cityHash64(project_id)',
};

/** What the deleted clicks of links counted under, so that lifetime numbers do not shrink. */
const EXPIRED_VALUES: Table = {
  name: 'expired_values',
  columns: `slice UUID, project_id UUID, link_key UInt64, dimension UInt8, value LowCardinality(String), clicks UInt64`,
  partition: 'tuple()',
  order: 'project_id, link_key, dimension, value',
  shard: 'cityHash64(link_key)',
};

export const TABLES: readonly Table[] = [
  CLICKS,
  PROJECT_TIMES,
  PROJECT_VALUES,
  PROJECT_VISITORS,
  EXPIRED_VALUES,
];

/** What a version of the schema adds; a server of the version before goes on beside it. */
interface SchemaVersion {
  readonly version: number;
  readonly statements: (place: ClickHousePlace) => readonly string[];
}

export const SCHEMA: readonly SchemaVersion[] = [
  { version: 1, statements: (place) => TABLES.flatMap((table) => createTable(table, place)) },
];

/** The versions themselves, and whose database this is. */
export function createVersions({ cluster }: ClickHousePlace): string {
  return `CREATE TABLE IF NOT EXISTS fairlead_schema${onCluster(cluster)} (
    installation UUID, version UInt32, made_at DateTime DEFAULT now()
  ) ENGINE = ${cluster === undefined ? 'MergeTree' : replicated('fairlead_schema', 'one', '')}
  ORDER BY version`;
}

/** The table in which the rows of a server are: what a mutation names. */
export function localTable(table: string, { cluster }: ClickHousePlace): string {
  return cluster === undefined ? table : `${table}_local${onCluster(cluster)}`;
}

function createTable(table: Table, { database, cluster }: ClickHousePlace): string[] {
  const create = (name: string, engine: string, settings: Readonly<Record<string, string>>) => `
    CREATE TABLE IF NOT EXISTS ${name} (${table.columns})
    ENGINE = ${engine} PARTITION BY ${table.partition} ORDER BY (${table.order})
    SETTINGS ${Object.entries(settings)
      .map((pair) => pair.join(' = '))
      .join(', ')}`;
  const kind = table.replacing === undefined ? '' : 'Replacing';
  const version = table.replacing ?? '';
  if (cluster === undefined) {
    return [create(table.name, `${kind}MergeTree(${version})`, SAFE_SETTINGS)];
  }
  const local = `${table.name}_local`;
  return [
    create(
      `${local}${onCluster(cluster)}`,
      replicated(local, '{shard}', version, kind),
      REPLICATED_SETTINGS,
    ),
    `CREATE TABLE IF NOT EXISTS ${table.name}${onCluster(cluster)} AS ${local}
    ENGINE = Distributed('${cluster}', '${database}', '${local}', ${table.shard})`,
  ];
}

function replicated(table: string, shard: string, version: string, kind = ''): string {
  const more = version === '' ? '' : `, ${version}`;
  return `Replicated${kind}MergeTree('/clickhouse/tables/${shard}/{database}/${table}', '{replica}'${more})`;
}

function onCluster(cluster: string | undefined): string {
  return cluster === undefined ? '' : ` ON CLUSTER '${cluster}'`;
}
