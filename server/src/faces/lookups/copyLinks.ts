import { findSource } from '#platform/db/connections/findSource.ts';
import type { Db } from '#platform/db/Db.ts';
import { EVERY_MS, followChanges } from '#platform/db/changes/followChanges.ts';
import type { LinkCopy } from '#platform/db/local/openLinkCopy.ts';
import type { ChangesRead } from '#platform/db/changes/readChanges.ts';
import type { Log } from '#platform/ports/Log.ts';
import { findLinksBySlug } from '#links/finding/findLinksBySlug.ts';
import { affectedBy, type KindName, KINDS } from './kinds.ts';

interface Options {
  readonly connectionString: string;
  readonly copy: LinkCopy;
  readonly log: Log;
  /** Free bytes on the disk of the copy. */
  readonly freeBytes: () => number;
  /** Rows that are read at once. */
  readonly pageSize?: number;
}

/** Links that are read at once, by their slugs. */
const SLUGS = 1_000;
/** Clicks need the disk more: the journal is on the same one. */
const SPARE_BYTES = 512 * 1024 ** 2;

/** A page over a long way takes longer than a reading of changes. */
const SILENT_MS = 5_000;

/**
 * Keeps the copy complete, in one process of the machine (docs/look-ups.md): everything is copied once, then what changes. Goes
 * on where the last process stopped, unless the changes since then are no longer known. Never throws.
 */
export function copyLinks(options: Options): Promise<AsyncDisposable> {
  const { connectionString, copy, log } = options;
  let source = '';
  let begins = false;
  let failing = false;
  return followChanges({
    connectionString,
    log,
    name: 'fairlead copy',
    silentMs: SILENT_MS,
    // No one waits for the copy, nor for a database that is down.
    away: true,
    async begin({ pool }) {
      source = await findSource(pool);
      const kept = copy.state();
      begins = kept?.source !== source;
      return begins ? undefined : kept?.position;
    },
    async onRead(read, { db }) {
      if (begins || !read.isWhole) {
        log.info({ resumed: !begins }, 'Copying all links');
        copy.begin(source, read.position, Object.keys(KINDS));
        begins = false;
      }
      await applyChanges(db, copy, read);
      while (Date.now() < read.readAt + EVERY_MS) {
        if (!(await continueRecopy(db, options))) break;
      }
      if (failing) log.info({}, 'The copy of the links is up to date again');
      failing = false;
    },
    onLost(reason) {
      // Once, and not at each attempt: the database may be away for hours.
      if (!failing) log.warn({ err: reason }, 'The copy of the links is not up to date');
      failing = true;
    },
    onRestored: () => undefined,
  });
}

/** Stores what the database has now, whatever the changes were. */
async function applyChanges(db: Db, copy: LinkCopy, read: ChangesRead): Promise<void> {
  const affected = read.changes.map(affectedBy);
  const others = new Map<string, readonly [KindName, key: string]>();
  for (const { value } of affected) {
    if (value !== undefined && value[0] !== 'link') others.set(value.join(' '), value);
  }
  for (const [name, [kind, key]] of others) {
    await copy.put([[name, await KINDS[kind].find(db, key)]]);
  }
  const links = read.changes.filter((change) => change.kind === 'link');
  for (const [projectId, changed] of Map.groupBy(links, (change) => change.projectId)) {
    await copySlugs(db, copy, projectId, [...new Set(changed.map(({ slug }) => slug))]);
  }
  const again = affected.flatMap(({ scope }) => scope ?? []);
  copy.reach({ ...read, again });
}

async function copySlugs(db: Db, copy: LinkCopy, projectId: string, slugs: readonly string[]) {
  // After an hour without the database they may be many.
  for (let from = 0; from < slugs.length; from += SLUGS) {
    const some = slugs.slice(from, from + SLUGS);
    const found = await findLinksBySlug(db, { id: projectId }, some);
    const links = new Map(found.map((link) => [link.slug, link]));
    await copy.put(some.map((slug) => [`link ${projectId} ${slug}`, links.get(slug)]));
  }
}

/** Copies a page of what is due. False if nothing is. */
async function continueRecopy(
  db: Db,
  { copy, log, freeBytes, pageSize = 1_000 }: Options,
): Promise<boolean> {
  const recopy = copy.nextRecopy();
  if (recopy === undefined) return false;
  if (freeBytes() < SPARE_BYTES) {
    throw new Error('The disk of JOURNAL_DIR has less than 512 MB left; the copy needs more');
  }
  const [kind, projectId] = recopy.scope.split(' ') as [KindName, string?];
  const found = await KINDS[kind].list(db, { after: recopy.after, limit: pageSize, projectId });
  await copy.put(found.map(([key, value]) => [`${kind} ${key}`, value]));
  if (found.length === pageSize) {
    copy.notePage(recopy, found.at(-1)![0]);
    return true;
  }
  await copy.finish(recopy);
  // The last of all kinds.
  if (recopy.scope === 'link') log.info({ bytes: copy.state()?.bytes }, 'All links are copied');
  return true;
}
