import type { EventSourceKind } from '@fairlead/contract/operations/dashboard/eventSources';

/** How ids of an event source's events begin: they are unique within what has made them; services of our own invention may both count from 1. */
export function idPrefixOf({ id, kind }: { readonly id: string; readonly kind: string }): string {
  return `${kind === ('custom' satisfies EventSourceKind) ? id : kind}:`;
}
