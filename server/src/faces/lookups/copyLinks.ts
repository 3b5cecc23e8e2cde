import { findSource } from '#platform/db/connections/findSource.ts';
import type { Db } from '#platform/db/Db.ts';
import { EVERY_MS, followChanges } from '#platform/db/changes/followChanges.ts';
import type { LinkCopy } from '#platform/db/local/openLinkCopy.ts';
import type { ChangesRead } from '#platform/db/changes/readChanges.ts';
import type { Log } from '#platform/ports/Log.ts';
import { findLinksBySlug } from '#links/finding/findLinksBySlug.ts';
import { type KindName, KINDS } from './kinds.ts';

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
const PROGRESS = 100_000;
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
  const progress = createProgress(log);
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
        copy.begin(source, read.position);
        begins = false;
      }
      await applyChanges(db, copy, read);
      while (Date.now() < read.readAt + EVERY_MS) {
        if (!(await continueRecopy(db, options, progress))) break;
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
  const again = new Set<string>();
  const slugs = new Map<string, Set<string>>();
  const others = new Map<string, readonly [KindName, key: string]>();
  const note = (kind: KindName, key: string) => others.set(`${kind} ${key}`, [kind, key]);
  for (const { change } of read.changes) {
    if (change.kind === 'link') {
      const changed = slugs.get(change.projectId) ?? new Set();
      slugs.set(change.projectId, changed.add(change.slug));
    } else if (change.kind === 'links') again.add(`link ${change.projectId}`);
    else if (change.kind === 'domain') note('domain', change.host);
    else if (change.kind === 'key') note('key', change.hash);
    else if (change.kind === 'project') {
      note('project', change.projectId);
      // The change does not say which schemes the project gave up.
      again.add('scheme');
    }
  }
  for (const [name, [kind, key]] of others) {
    await copy.put([[name, await KINDS[kind].find(db, key)]]);
  }
  for (const [projectId, changed] of slugs) await copySlugs(db, copy, projectId, [...changed]);
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

/** Copies a page of what is due, or looks for what is gone. False if nothing is due. */
async function continueRecopy(
  db: Db,
  { copy, freeBytes, pageSize = 1_000 }: Options,
  progress: Progress,
): Promise<boolean> {
  const recopy = copy.nextRecopy();
  if (recopy === undefined) return false;
  if (recopy.swept !== null) {
    copy.sweep(recopy);
    if (copy.state()?.complete) progress.noteComplete();
    return true;
  }
  if (freeBytes() < SPARE_BYTES) {
    throw new Error('The disk of JOURNAL_DIR has less than 512 MB left; the copy needs more');
  }
  const [kind, projectId] = recopy.scope.split(' ') as [KindName, string?];
  const found = await KINDS[kind].list(db, { after: recopy.after, limit: pageSize, projectId });
  await copy.put(found.map(([key, value]) => [`${kind} ${key}`, value]));
  copy.notePage(recopy, found.length < pageSize ? undefined : found.at(-1)![0]);
  if (recopy.scope === 'link') progress.notePage(found.length);
  return true;
}

type Progress = ReturnType<typeof createProgress>;

/** Lines of the log while much is copied. */
function createProgress(log: Log) {
  let begun: number | undefined;
  let links = 0;
  return {
    notePage(rows: number) {
      begun ??= performance.now();
      links += rows;
      if (rows > 0 && links % PROGRESS < rows) log.info({ links }, 'Copying links');
    },
    noteComplete() {
      if (begun === undefined) return;
      const seconds = Math.round((performance.now() - begun) / 100) / 10;
      log.info({ links, seconds }, 'All links are copied');
      begun = undefined;
      links = 0;
    },
  };
}
