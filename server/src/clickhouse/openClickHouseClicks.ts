import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { CLICK_KIND, CLICK_SOURCE } from '../clicks/Click.ts';
import { nameOfCode } from '../clicks/fieldTypes.ts';
import type { ClickStore, ListedClick } from '../clicks/ClickStore.ts';
import type { Db } from '../db/Db.ts';
import type { Database } from '../db/schema.ts';
import type { ClickHouse } from './ClickHouse.ts';
import { createShippingTarget } from './createShippingTarget.ts';
import { eraseVisitors } from './deleteClicks.ts';
import { expireClicks } from './expireClicks.ts';
import { findClicks, findRecentClicks, type StoredClick } from './findClicks.ts';
import { maintainSlices } from './maintainSlices.ts';
import { countLinks, groupByProject, listTopValues, readLinkNumbers } from './readLinks.ts';
import { readWindow } from './readWindow.ts';
import { rebuildSlices } from './rebuildSlices.ts';

interface Options {
  readonly ch: ClickHouse;
  /** Loads batches. */
  readonly pool: Pool;
  /** For work that must not slow down visitors (`connectBackground`). */
  readonly background: Kysely<Database>;
}

/** Clicks in ClickHouse (ADR 31); everything that is looked up by click stays in PostgreSQL. */
export function openClickHouseClicks({ ch, pool, background }: Options): ClickStore {
  return {
    openTarget: (options) => createShippingTarget({ ch, pool, ...options }),
    async findClick(id) {
      const [found] = await findClicks(ch, [id]);
      if (found === undefined) return undefined;
      const { linkKey, at, kind, os } = found;
      const name = nameOfCode(CLICK_KIND, kind);
      return { id, linkKey, at: new Date(at), kind: name, os: os || null };
    },
    async listClicks(db, link, page) {
      const [projectId] = (await groupByProject(db, [link.key])).keys();
      if (projectId === undefined) return [];
      return listed(db, await findRecentClicks(ch, { projectId, linkKey: link.key }, page));
    },
    countLinks: (_db, scope, range) => countLinks(ch, scope, range),
    listTopValues: (db, links, range) => listTopValues(ch, db, links, range),
    readLinkNumbers: (trx, wanted, range) => readLinkNumbers(ch, trx, wanted, range),
    readWindow: (trx, question) => readWindow(ch, trx, question),
    eraseVisitors: (_tx, clickIds) => eraseVisitors(ch, clickIds),
    expire: (plans, options) => expireClicks(ch, background, plans, options),
    maintain: (options) => maintainSlices(ch, background, options),
    rebuild: (options) => rebuildSlices(ch, background, options),
  };
}

async function listed(db: Db, clicks: readonly StoredClick[]): Promise<ListedClick[]> {
  if (clicks.length === 0) return [];
  const opens = await db
    .selectFrom('opens')
    .select('click_id')
    .where(
      'click_id',
      'in',
      clicks.map(({ id }) => id),
    )
    .execute();
  const opened = new Set(opens.map((open) => open.click_id));
  return clicks.map((click) => ({
    id: click.id,
    at: new Date(click.at),
    kind: nameOfCode(CLICK_KIND, click.kind),
    source: nameOfCode(CLICK_SOURCE, click.source),
    opened: opened.has(click.id),
    device: click.device || null,
    os: click.os || null,
    browser: click.browser || null,
    country: click.country || null,
    app: click.app || null,
    referrer: click.referrer || null,
  }));
}
