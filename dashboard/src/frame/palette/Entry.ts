import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import type { LucideIcon } from 'lucide-react';

/** Something to choose in the palette. */
export interface Entry {
  /** Unique in the palette. */
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  readonly icon: LucideIcon;
  /** The keys that do the same. */
  readonly keys?: readonly string[] | undefined;
  /** Words that find it besides its label. */
  readonly words?: string;
  /** More can be done with it than `run` does. */
  readonly link?: ProjectLink;
  /** Leaves the palette open, for another choice. */
  readonly stays?: boolean;
  readonly run: () => unknown;
}

export interface EntryGroup {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** The entries that have every word of the text, in their own order, so that none changes its place while somebody types. */
export function narrow(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = text.toLowerCase().split(/\s+/);
  return entries.filter(({ label, words: more = '' }) => {
    const all = `${label} ${more}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
