import type { Copied, LinkCopy } from '../db/openLinkCopy.ts';

/** What one process knows of the complete copy (ADR 32), compared with the changes that it has heard of itself. */
export interface CopyReader {
  look(kind: CopiedKind, key: string): Looked;
  /** A change was heard of: of this key, as in the copy, or of a project's links. */
  hear(key: string): void;
  /** Changes may have been missed. */
  hearAll(): void;
  /** Forgets what the copy contains meanwhile. */
  tidy(): void;
}

export interface Looked {
  /** Everything was copied once: what is not there did not exist then. */
  readonly complete: boolean;
  /** The copy can be trusted about the key: there is such a value, or none. */
  readonly trusted: boolean;
  /** Otherwise, the value for when the database is down. Undefined if there is none, or it is known to have changed. */
  readonly value: object | undefined;
}

export type CopiedKind = 'domain' | 'project' | 'key' | 'link' | 'scheme';

/** As many as the lookup of the database returns. */
const MAX_OWNERS = 2;
/** Reached only if the copy is not written any more. */
const MAX_HEARD = 100_000;

/**
 * The copy contains a change that this process has heard of once its writer has read the changes again, later: a change
 * that is heard of is committed, so the next reading contains it.
 */
export function createCopyReader(copy: LinkCopy): CopyReader {
  /** When a change of a key was heard of, the oldest first. */
  const heardAt = new Map<string, number>();
  let allHeardAt = Infinity;

  function read(kind: CopiedKind, key: string): Copied & { readonly heard: boolean } {
    const name = `${kind} ${key}`;
    // The scope of a link is its project.
    const scope = kind === 'link' ? name.slice(0, name.lastIndexOf(' ')) : kind;
    const copied = kind === 'scheme' ? copy.list(`${name} `, MAX_OWNERS) : copy.find(name, scope);
    const isNewer = (at: number | undefined) => at !== undefined && at >= copied.readAt;
    const group = kind === 'scheme' ? 'project' : scope;
    return { ...copied, heard: isNewer(heardAt.get(name)) || isNewer(heardAt.get(group)) };
  }

  function hearAll(): void {
    allHeardAt = Date.now();
    heardAt.clear();
  }

  return {
    look(kind, key) {
      const { values, complete, current, heard, readAt } = read(kind, key);
      const trusted = current && !heard && allHeardAt < readAt;
      if (heard) return { complete, trusted, value: undefined };
      if (kind !== 'scheme') return { complete, trusted, value: values[0] as object | undefined };
      // A scheme without an owner may have got one meanwhile.
      return { complete, trusted, value: trusted || values.length > 0 ? values : undefined };
    },
    hear(key) {
      // A change of a project does not say which schemes it gave up.
      for (const each of key.startsWith('project ') ? [key, 'project'] : [key]) {
        heardAt.delete(each);
        heardAt.set(each, Date.now());
      }
      if (heardAt.size > MAX_HEARD) hearAll();
    },
    hearAll,
    tidy() {
      if (heardAt.size === 0) return;
      const readAt = copy.state()?.readAt ?? 0;
      for (const [key, at] of heardAt) {
        if (at >= readAt) return;
        heardAt.delete(key);
      }
    },
  };
}
