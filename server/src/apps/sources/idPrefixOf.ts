import type { EventSource } from './EventSource.ts';

/** How ids of its events begin: they are unique within what has made them; services of our own invention may both count from 1. */
export function idPrefixOf({ id, kind }: Pick<EventSource, 'id' | 'kind'>): string {
  return `${kind === 'custom' ? id : kind}:`;
}
