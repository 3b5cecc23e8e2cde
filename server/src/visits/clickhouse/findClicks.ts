import { sql, type RawBuilder } from 'kysely';
import type { Project } from '#teams/projects/Project.ts';
import type { ListedClick } from '../numbers/ClickStore.ts';
import type { Db } from '#platform/db/Db.ts';
import { timeOfId } from '#platform/lib/uuid.ts';
import type { Link } from '#links/link/Link.ts';
import type { Term } from '../clicks/facts/Click.ts';
import { snakeCase } from '../clicks/facts/factColumns.ts';
import type { ClickHouse } from './connection/ClickHouse.ts';
import { type FoundRow, STORED_VALUES, valuesOfRow } from './rowsOfClicks.ts';
import { ofLinks, ofProject, timeLiteral, uuidList, uuidLiteral } from './connection/sqlText.ts';

type Page = { readonly after?: string | undefined; readonly limit: number };

/** The newest clicks of a link; those whose id is not above `after` are left out. */
export async function listClicks(
  ch: ClickHouse,
  db: Db,
  link: Pick<Link, 'key' | 'projectId'>,
  { after, limit }: Page,
): Promise<ListedClick[]> {
  // Ids of type UUID sort by their second half, so they are compared as text.
  const since =
    after === undefined
      ? 'true'
      : `clicks.at >= ${timeLiteral(new Date(timeOfId(after)))} AND toString(clicks.id) > toString(${uuidLiteral(after)})`;
  const rows = await ch.select<FoundRow>(`
    SELECT ${STORED_VALUES} FROM clicks WHERE ${ofLinks([link])} AND ${since}
    ORDER BY clicks.at DESC, toString(clicks.id) DESC LIMIT ${limit}`);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const opens = await db
    .selectFrom('opens')
    .select('click_id')
    .where('click_id', 'in', ids)
    .execute();
  const opened = new Set(opens.map((open) => open.click_id));
  return rows.map((row) => {
    const { linkKey: _key, visitor: _visitor, at, ...click } = valuesOfRow(row);
    return { ...click, at: new Date(at), opened: opened.has(click.id) };
  });
}

/** A click by its id. */
export async function findClick(ch: ClickHouse, id: string) {
  const where = ofIds([id]);
  const [row] = await ch.select<FoundRow>(`SELECT ${STORED_VALUES} FROM clicks WHERE ${where}`);
  if (row === undefined) return undefined;
  const { linkKey, at, kind, os, route } = valuesOfRow(row);
  return { id, linkKey, at: new Date(at), kind, os, route };
}

/** Ids of one look-up. */
export const IDS = 2_000;

/** Columns of those of these clicks that are stored and fit a condition on `clicks`, some ids after the other. */
export async function findAmong<Row>(
  ch: ClickHouse,
  ids: readonly string[],
  columns: string,
  where = 'true',
): Promise<Row[]> {
  const found: Row[] = [];
  for (let first = 0; first < ids.length; first += IDS) {
    const asked = ofIds(ids.slice(first, first + IDS));
    const rows = await ch.select<Row>(`SELECT ${columns} FROM clicks WHERE ${asked} AND ${where}`);
    found.push(...rows);
  }
  return found;
}

/** The ids that a relation of PostgreSQL has as `click_id`, each once. */
export async function listCandidates(db: Db, candidates: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct click_id as id from (${candidates}) as candidate order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** SQL of PostgreSQL: `ClickStore.linksOfClicks`, with the clicks that were found. */
export async function linksOfClicks(
  ch: ClickHouse,
  db: Db,
  project: Pick<Project, 'id'>,
  candidates: RawBuilder<unknown>,
  facts: readonly Term[] = [],
): Promise<RawBuilder<unknown>> {
  const columns = [
    'toString(id) AS id',
    'link_key AS linkKey',
    ...facts.map((fact) => `${snakeCase(fact)} AS ${fact}`),
  ];
  const found = await findAmong<FoundRow & Record<Term, string>>(
    ch,
    await listCandidates(db, candidates),
    columns.join(', '),
    ofProject(project.id),
  );
  const names = ['click_id', 'link_key', ...facts];
  const values = [
    sql`${found.map(({ id }) => id)}::uuid[]`,
    sql`${found.map(({ linkKey }) => linkKey)}::bigint[]`,
    ...facts.map((fact) => sql`${found.map((row) => row[fact] || null)}::text[]`),
  ];
  return sql`(select distinct on (click_id) *
    from unnest(${sql.join(values)}) as found (${sql.join(names.map((name) => sql.ref(name)))}))`;
}

/** Which of these clicks are stored, with the tokens of their batches. */
export async function findTokens(
  ch: ClickHouse,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = await findAmong<{ id: string; journal: string }>(
    ch,
    ids,
    'toString(id) AS id, journal',
  );
  return new Map(found.map(({ id, journal }) => [id, journal]));
}

/** SQL: clicks with these ids; by the times in them, partitions are left out and rows are found. */
export function ofIds(ids: readonly string[]): string {
  const times = [...new Set(ids.map(timeOfId))].map((at) => timeLiteral(new Date(at)));
  return `clicks.at IN (${times.join(', ')}) AND clicks.id IN ${uuidList(ids)}`;
}
