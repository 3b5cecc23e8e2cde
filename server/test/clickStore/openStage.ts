import assert from 'node:assert/strict';
import type { Kysely } from 'kysely';
import {
  encodeClick,
  encodeEvents,
  encodeOpen,
  encodeReport,
  type LedgerRecord,
} from '#visits/clicks/facts/clickRecords.ts';
import type { ClickStore } from '#visits/numbers/ClickStore.ts';
import type { Database } from '#platform/db/schema.ts';
import type { Target } from '#visits/journal/createLoader.ts';
import { newId } from '#platform/lib/uuid.ts';
import { silentLog } from '../support/silentLog.ts';
import { createRecount, type Recount } from './createRecount.ts';

/** A store on a migrated database that nothing else writes to. */
export interface OpenedStore {
  readonly db: Kysely<Database>;
  readonly store: ClickStore;
}

export interface StagedProject {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
  readonly keys: readonly number[];
}

/** A journal of its own, loaded batch by batch. */
interface StagedJournal {
  readonly target: Target;
  readonly id: string;
  /** Loads the records, and tells the recount. */
  load(records: readonly LedgerRecord[]): Promise<void>;
  /** The position after what has been loaded. */
  position(): number;
  /** Lines that were kept aside. */
  readonly refused: readonly string[];
}

export interface Stage extends OpenedStore {
  readonly recount: Recount;
  addProject(links: number): Promise<StagedProject>;
  openJournal(): Promise<StagedJournal>;
}

export function openStage(opened: OpenedStore): Stage {
  const recount = createRecount();
  const { db, store } = opened;
  let projects = 0;

  async function addProject(links: number): Promise<StagedProject> {
    projects += 1;
    const id = newId();
    const name = `Stage ${projects}`;
    await db.insertInto('projects').values({ id, name, plan: 'self-hosted' }).execute();
    const domainId = newId();
    const host = `stage${projects}.example`;
    await db
      .insertInto('domains')
      .values({ id: domainId, project_id: id, host, verification_token: 'x' })
      .execute();
    const rows = await db
      .insertInto('links')
      .values(
        Array.from({ length: links }, (_, index) => ({
          id: newId(),
          project_id: id,
          domain_id: domainId,
          slug: `s${index}`,
          type: 'unified' as const,
        })),
      )
      .returning('key')
      .execute();
    return { id, name, projectId: id, keys: rows.map(({ key }) => key) };
  }

  async function openJournal(): Promise<StagedJournal> {
    const id = newId();
    const refused: string[] = [];
    const target = store.openTarget({
      log: silentLog,
      keepAside: async (lines) => void refused.push(...lines),
    });
    let from = await target.findPosition(id, 0);
    return {
      target,
      id,
      refused,
      position: () => from,
      async load(records) {
        const batch = batchOf(id, from, records);
        assert.equal(await target.load(batch), true);
        recount.append(records);
        from = batch.to;
      },
    };
  }

  return { ...opened, recount, addProject, openJournal };
}

export function batchOf(journalId: string, from: number, records: readonly LedgerRecord[]) {
  const lines = records.map(lineOf);
  return { journalId, from, to: from + lines.length, records: lines, until: new Date() };
}

export function lineOf(record: LedgerRecord): string {
  if (record.type === 'click') return encodeClick(record.click);
  if (record.type === 'open') return encodeOpen(record.open);
  return record.type === 'events' ? encodeEvents(record.batch) : encodeReport(record.report);
}
