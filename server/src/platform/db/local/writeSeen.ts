import type { LocalFile } from './openLocalFile.ts';

/** What was looked up, and waits to be stored, or to be deleted because it has changed. */
export interface Seen {
  readonly values: Map<string, { readonly value: object; readonly at: number }>;
  readonly drops: Set<string>;
  expiresAt: number;
}

/** Seen values have a time, copied ones a round. */
export const SEEN_SCHEMA = `
  create table entries (
    key text not null unique,
    value blob not null,
    seen_at integer,
    round integer
  );
  create index entries_by_time on entries (seen_at) where seen_at is not null;`;

/** How long an unseen value is known. */
export const SEEN_MS = 24 * 60 * 60 * 1000;
/** How often an unchanged value is marked as seen. */
const HOUR_MS = 60 * 60 * 1000;
/** Values per transaction: requests wait until it is finished. */
const TOGETHER = 200;

const KEEP = `
  insert into entries as known (key, value, seen_at) values (?, ?, ?)
  on conflict (key) do update set value = excluded.value, seen_at = excluded.seen_at
  where known.round is null and (known.value <> excluded.value or known.seen_at < excluded.seen_at - ${HOUR_MS})`;
const DROP = 'delete from entries where key = ? and round is null';
const EXPIRE = `
  delete from entries where seen_at < ? or seen_at <= (
    select seen_at from entries where seen_at > 0 order by seen_at desc limit 1 offset ?)`;

/** Writes some of what was seen before a time, and deletes what is old. False if nothing was left. */
export function writeSeen(
  file: LocalFile,
  seen: Seen,
  { before, now, maxEntries }: { before: number; now: number; maxEntries: number },
): boolean {
  const dropped = seen.drops.values().take(TOGETHER).toArray();
  const waiting = seen.values.entries().filter(([, { at }]) => at <= before);
  const kept = waiting.take(TOGETHER).toArray();
  if (dropped.length + kept.length === 0) return false;
  const expires = now > seen.expiresAt;
  file.write(({ run, pack }) => {
    for (const key of dropped) run(DROP, key);
    for (const [key, { value }] of kept) run(KEEP, key, pack(value), now);
    if (expires) run(EXPIRE, now - SEEN_MS, maxEntries);
  });
  if (expires) seen.expiresAt = now + HOUR_MS;
  for (const key of dropped) seen.drops.delete(key);
  for (const [key] of kept) {
    seen.values.delete(key);
    // It has replaced what was to be deleted.
    seen.drops.delete(key);
  }
  return true;
}
