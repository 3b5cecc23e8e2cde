import { setTimeout as sleep } from 'node:timers/promises';
import { findAppKey } from '../appKeys/findAppKey.ts';
import { listAppKeysInOrder } from '../appKeys/listAppKeysInOrder.ts';
import type { Change } from '../db/Change.ts';
import { connect } from '../db/connect.ts';
import type { Db } from '../db/Db.ts';
import { findSource } from '../db/findSource.ts';
import type { Entry, LinkCopy, Recopy } from '../db/openLinkCopy.ts';
import { type ChangesRead, createChangeReading } from '../db/readChanges.ts';
import { findDomainByHost } from '../domains/findDomain.ts';
import { listDomainsInOrder } from '../domains/listDomainsInOrder.ts';
import type { Log } from '../lib/Log.ts';
import { findLinksBySlug } from '../links/findLinksBySlug.ts';
import { listLinksInOrder, orderOfLink } from '../links/listLinksInOrder.ts';
import { findProject } from '../projects/findProject.ts';
import { listProjectsInOrder, schemesOf } from '../projects/listProjectsInOrder.ts';
import type { Project } from '../projects/Project.ts';

interface Options {
  readonly connectionString: string;
  readonly copy: LinkCopy;
  readonly log: Log;
  /** Free bytes on the disk of the copy. */
  readonly freeBytes: () => number;
  /** Resolves when the database, which is down, is back and migrated. */
  readonly away?: Promise<void> | undefined;
  /** Rows that are read at once. */
  readonly pageSize?: number;
}

/** As often as processes read changes (`followChanges`). */
const EVERY_MS = 250;
const PAUSE_MS = 1_000;
/** Links that are read at once, by their slugs. */
const SLUGS = 1_000;
const PROGRESS_MS = 10_000;
/** A connection that has died silently is given up after this. */
const SILENT_MS = 5_000;
/** Clicks need the disk more: the journal is on the same one. */
const SPARE_BYTES = 512 * 1024 ** 2;

/**
 * Keeps the copy complete, in one process of the machine (ADR 32): everything is copied once, then what changes. Goes on
 * where the last process stopped, unless the changes since then are no longer known. Never throws.
 */
export function copyLinks(options: Options): AsyncDisposable {
  const ending = new AbortController();
  const { signal } = ending;
  const copying = (async () => {
    const stopped = ended(signal);
    await Promise.race([Promise.resolve(options.away).catch(() => stopped), stopped]);
    let failing = false;
    const noteCurrent = () => {
      if (failing) options.log.info({}, 'The copy of the links is up to date again');
      failing = false;
    };
    while (!signal.aborted) {
      try {
        await followDatabase(options, signal, noteCurrent);
      } catch (error) {
        // Once, and not at each attempt: the database may be away for hours.
        if (!failing) options.log.warn({ err: error }, 'The copy of the links is not up to date');
        failing = true;
      }
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      ending.abort();
      await copying;
    },
  };
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Follows the database on one connection until that fails. */
async function followDatabase(
  options: Options,
  signal: AbortSignal,
  onCurrent: () => void,
): Promise<void> {
  const { connectionString, copy, log } = options;
  await using connection = connect({
    connectionString,
    log,
    max: 1,
    name: 'fairlead copy',
    waitMs: SILENT_MS,
    silentMs: SILENT_MS,
  });
  const source = await findSource(connection.pool);
  const kept = copy.state();
  const resumed = kept?.source === source ? kept.position : undefined;
  const read = createChangeReading(connection.pool, resumed);
  const progress = createProgress(log);
  let begins = resumed === undefined;
  while (!signal.aborted) {
    const readAt = Date.now();
    const heard = await read();
    if (begins || !heard.isWhole) {
      log.info({ resumed: !begins }, 'Copying all links');
      copy.begin(source, heard.position);
      begins = false;
    }
    await applyChanges(connection.db, copy, heard, readAt);
    const until = readAt + EVERY_MS;
    let worked = true;
    while (worked && Date.now() < until && !signal.aborted) {
      worked = await continueRecopy(connection.db, options, progress);
    }
    onCurrent();
    if (!worked) {
      const pause = Math.max(0, until - Date.now());
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function applyChanges(
  db: Db,
  copy: LinkCopy,
  { changes, position }: ChangesRead,
  readAt: number,
): Promise<void> {
  const again = new Set<string>();
  const slugs = new Map<string, Set<string>>();
  for (const change of dropRepeated(changes.map((each) => each.change))) {
    if (change.kind === 'links') again.add(`link ${change.projectId}`);
    else if (change.kind === 'link') {
      const changed = slugs.get(change.projectId) ?? new Set();
      slugs.set(change.projectId, changed.add(change.slug));
    } else await copy.put(await readEntries(db, copy, change));
  }
  for (const [projectId, changed] of slugs) {
    // After an hour without the database they may be many.
    for (const some of slicesOf([...changed], SLUGS)) {
      await copy.put(await readLinks(db, projectId, some));
    }
  }
  copy.reach({ position, readAt, again });
}

function slicesOf<T>(values: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  );
}

function dropRepeated(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}

/** What the database has now, whatever the change was. */
async function readEntries(db: Db, copy: LinkCopy, change: Change): Promise<Entry[]> {
  switch (change.kind) {
    case 'domain':
      return [[`domain ${change.host}`, await findDomainByHost(db, change.host)]];
    case 'key':
      return [[`key ${change.hash}`, await findAppKey(db, change.hash)]];
    case 'project': {
      const { projectId } = change;
      const key = `project ${projectId}`;
      const [former] = copy.find(key, '').values as Project[];
      const project = await findProject(db, projectId);
      const givenUp = former ? [...schemesOf(former)] : [];
      return [
        [key, project],
        ...givenUp.map((scheme): Entry => [`scheme ${scheme} ${projectId}`, undefined]),
        ...(project ? listSchemes(project) : []),
      ];
    }
    default:
      return [];
  }
}

function listSchemes(project: Project): Entry[] {
  return [...schemesOf(project)].map((scheme) => [`scheme ${scheme} ${project.id}`, project]);
}

async function readLinks(db: Db, projectId: string, slugs: readonly string[]): Promise<Entry[]> {
  const found = await findLinksBySlug(db, { id: projectId }, slugs);
  const links = new Map(found.map((link) => [link.slug, link]));
  return slugs.map((slug) => [`link ${projectId} ${slug}`, links.get(slug)]);
}

/** Copies a page of what is due, or looks for what is gone. False if nothing is due. */
async function continueRecopy(
  db: Db,
  { copy, freeBytes, pageSize = 1_000 }: Options,
  progress: Progress,
): Promise<boolean> {
  const recopy = copy.nextRecopy();
  if (recopy === undefined) return false;
  if (recopy.phase === 'sweep') {
    copy.sweep(recopy);
    if (copy.state()?.complete) progress.noteComplete();
    return true;
  }
  if (freeBytes() < SPARE_BYTES) {
    throw new Error('The disk of JOURNAL_DIR has less than 512 MB left; the copy needs more');
  }
  const { entries, last, rows } = await readPage(db, recopy, pageSize);
  await copy.put(entries);
  copy.notePage(recopy, rows < pageSize ? undefined : last);
  progress.notePage(recopy, rows);
  return true;
}

interface Page {
  readonly entries: readonly Entry[];
  readonly rows: number;
  /** Where the next page begins. */
  readonly last: string | undefined;
}

async function readPage(db: Db, { scope, after }: Recopy, limit: number): Promise<Page> {
  const [kind, projectId] = scope.split(' ');
  switch (kind) {
    case 'project':
    case 'scheme': {
      const found = await listProjectsInOrder(db, { after, limit });
      const entries =
        kind === 'scheme'
          ? found.flatMap(listSchemes)
          : found.map((each): Entry => [`project ${each.id}`, each]);
      return { entries, rows: found.length, last: found.at(-1)?.id };
    }
    case 'domain': {
      const found = await listDomainsInOrder(db, { after, limit });
      const entries = found.map((each): Entry => [`domain ${each.host}`, each]);
      return { entries, rows: found.length, last: found.at(-1)?.host };
    }
    case 'key': {
      const found = await listAppKeysInOrder(db, { after, limit });
      const entries = found.map(({ hash, ...each }): Entry => [`key ${hash}`, each]);
      return { entries, rows: found.length, last: found.at(-1)?.hash };
    }
    case 'link': {
      const found = await listLinksInOrder(db, { after, limit, projectId });
      const entries = found.map((each): Entry => [`link ${orderOfLink(each)}`, each]);
      const last = found.at(-1);
      return { entries, rows: found.length, last: last && orderOfLink(last) };
    }
    default:
      throw new Error(`The copy is to be made of ${scope}, which no one can read`);
  }
}

type Progress = ReturnType<typeof createProgress>;

/** Lines of the log while much is copied. */
function createProgress(log: Log) {
  let begun: number | undefined;
  let saidAt = 0;
  let links = 0;
  return {
    notePage({ scope }: Recopy, rows: number) {
      if (scope !== 'link') return;
      begun ??= performance.now();
      links += rows;
      if (performance.now() - Math.max(saidAt, begun) < PROGRESS_MS) return;
      saidAt = performance.now();
      log.info({ links }, 'Copying links');
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
