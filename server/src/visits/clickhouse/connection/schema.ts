import { createHash } from 'node:crypto';
import { CLICK_FIELDS, STORED } from '../../clicks/facts/Click.ts';
import { RECEIVED_FIELDS } from '../../clicks/facts/events.ts';
import { snakeCase } from '../../clicks/facts/factColumns.ts';
import type { ClickHousePlace } from './ClickHouse.ts';
import { rollUp } from '../rollUps.ts';

/** How a table stores its rows. */
interface Table {
  readonly name: string;
  /** Rows of an aggregating table with the same order key become one; of a replacing one the highest `version` stays. */
  readonly engine: 'MergeTree' | 'AggregatingMergeTree' | 'ReplacingMergeTree(version)';
  readonly columns: readonly (readonly [name: string, type: string])[];
  readonly projection?: string;
  readonly partition?: string;
  readonly order: string;
  /** Rows of one value are on one shard. */
  readonly shard: string;
}

/** Batches whose tokens are remembered by partition: a loader repeats its last one. */
const TOKENS = 10_000;

/** An answered insert is on the disk. */
const DURABLE = { fsync_after_insert: 1, fsync_part_directory: 1 } as const;
/**
 * What makes an answered insert durable and a repeated one harmless. Both are off by default on one server; with replicas a
 * quorum takes the place of the disk's.
 */
export const SAFE_SETTINGS = { non_replicated_deduplication_window: TOKENS, ...DURABLE } as const;
const REPLICATED_SETTINGS = {
  replicated_deduplication_window: TOKENS,
  replicated_deduplication_window_seconds: 30 * 24 * 3600,
  ...DURABLE,
} as const;

/**
 * Clicks of a project and link lie together in the order of their time, in weeks: a deletion rewrites the weeks it concerns. An
 * unknown text is empty. `journal` has the token of the batch that brought the click. The projection finds clicks by id, which has
 * their time.
 */
export const CLICKS: Table = {
  name: 'clicks',
  engine: 'MergeTree',
  columns: [
    ['project_id', 'UUID'],
    ['link_key', 'UInt64'],
    ['at', `DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1))`],
    ['id', 'UUID'],
    ...STORED.map((name) => [snakeCase(name), CLICK_FIELDS[name].clickhouse ?? 'String'] as const),
    ['journal', 'LowCardinality(String)'],
  ],
  projection: 'by_time (SELECT at, id, link_key, kind, os, journal ORDER BY at)',
  partition: 'toMonday(at)',
  order: 'project_id, link_key, at, id',
  shard: 'cityHash64(link_key)',
};

/** Clicks of a project by dimension, time and value (`rollUp`); days whose rows are deleted stay. */
export const ROLL_UPS: Table = {
  name: 'rollups',
  engine: 'AggregatingMergeTree',
  columns: [
    ['project_id', 'UUID'],
    ['dimension', 'UInt8'],
    ['start', `DateTime('UTC')`],
    ['value', 'LowCardinality(String)'],
    ['count', 'SimpleAggregateFunction(sum, Int64)'],
    ['visitors', 'AggregateFunction(uniqExact, Nullable(Int64))'],
  ],
  partition: 'toYYYYMM(start)',
  order: 'project_id, dimension, start, value',
  shard: 'cityHash64(project_id)',
};

/**
 * Copies of events, each of which may come more than once: `SELECT … FROM events FINAL` has the one of the highest version (`versionOf`).
 * All copies lie on one shard and in one partition, without which they would not meet.
 */
export const EVENTS: Table = {
  name: 'events',
  engine: 'ReplacingMergeTree(version)',
  columns: [
    ...Object.entries(RECEIVED_FIELDS).map(
      ([name, { clickhouse }]) => [snakeCase(name), clickhouse ?? 'String'] as const,
    ),
    ['link_key', 'Nullable(UInt64)'],
    ['version', 'UInt64'],
  ],
  order: 'project_id, event_id',
  shard: 'cityHash64(project_id, event_id)',
};

/** What a first start makes, in this order. Where `clicks` is, all is made: it comes last. */
export const TABLES = [ROLL_UPS, EVENTS, CLICKS] as const;

/** Of a table: whose it is. */
export function ownerComment(installation: string): string {
  return `installation ${installation}`;
}

/** A table with its rows and, of a cluster, the one that spreads them over the shards. */
export function createTable(table: Table, place: ClickHousePlace, installation: string): string[] {
  const { name, engine, partition, order, shard } = table;
  const { database, cluster } = place;
  const columns = table.columns.map((column) => column.join(' '));
  const projection = table.projection ? [`PROJECTION ${table.projection}`] : [];
  const settings = Object.entries(cluster === undefined ? SAFE_SETTINGS : REPLICATED_SETTINGS);
  const comment = `COMMENT '${ownerComment(installation)}'`;
  const local = localName(name, place);
  const [kind, version] = engine.split(/[()]/);
  const keeper = [`'/clickhouse/tables/{shard}/{database}/${local}'`, `'{replica}'`];
  const replicated = `Replicated${kind}(${[...keeper, ...(version ? [version] : [])].join(', ')})`;
  const create = `
    CREATE TABLE IF NOT EXISTS ${local}${onCluster(place)} (${[...columns, ...projection].join(', ')})
    ENGINE = ${cluster === undefined ? engine : replicated}
    ${partition === undefined ? '' : `PARTITION BY ${partition}`} ORDER BY (${order})
    SETTINGS ${settings.map((pair) => pair.join(' = ')).join(', ')}
    ${comment}`;
  if (cluster === undefined) return [create];
  const distributed = `
    CREATE TABLE IF NOT EXISTS ${name}${onCluster(place)} AS ${local}
    ENGINE = Distributed('${cluster}', '${database}', '${local}', ${shard})
    ${comment}`;
  return [create, distributed];
}

/** A field that a table's rows have since it was made; one that is there already is left as it is. */
export function addColumn(
  table: Pick<Table, 'name'>,
  [name, type]: Table['columns'][number],
  place: ClickHousePlace,
): string[] {
  const tables = new Set([localName(table.name, place), table.name]);
  return [...tables].map(
    (each) => `ALTER TABLE ${each}${onCluster(place)} ADD COLUMN IF NOT EXISTS ${name} ${type}`,
  );
}

/** The view that adds to `rollups` what is inserted into `clicks`; another definition has another name. */
export function viewOf(place: ClickHousePlace) {
  const select = rollUp({ table: localName('clicks', place) });
  const name = `${VIEWS}${createHash('sha256').update(select).digest('hex').slice(0, 8)}`;
  const create = `
    CREATE MATERIALIZED VIEW IF NOT EXISTS ${name}${onCluster(place)} TO ${localName('rollups', place)} AS ${select}`;
  return { name, create };
}
/** What names of such views begin with. */
export const VIEWS = 'rollups_by_';

/** The table in which the rows of a server are: what a statement changes `onCluster`. */
export function localName(table: string, { cluster }: ClickHousePlace): string {
  return cluster === undefined ? table : `${table}_local`;
}

export function onCluster({ cluster }: ClickHousePlace): string {
  return cluster === undefined ? '' : ` ON CLUSTER '${cluster}'`;
}
