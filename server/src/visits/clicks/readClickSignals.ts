import type { Project } from '#teams/projects/Project.ts';
import type { AddressHash } from '../visitors/addressHash.ts';
import type { ClickSignals } from './facts/Click.ts';
import type { Visitor } from '../visitors/Visitor.ts';

interface Seen {
  readonly project: Project;
  readonly visitor: Visitor;
  readonly address: string;
  /** Preferred language, BCP 47. */
  readonly language: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The visitor gets a page, which can report touch points. */
  readonly hasPage: boolean;
}

/** The signals of a phone's visit; null if nothing may or can be matched to it. */
export function readClickSignals(hashAddress: AddressHash, seen: Seen): ClickSignals | null {
  const { project, visitor } = seen;
  if (project.probabilisticMatching !== true) return null;
  const os = visitor.platform === 'ios' || visitor.platform === 'android' ? visitor.platform : null;
  if (os === null && !(visitor.maybeIpad && seen.hasPage)) return null;
  const addressHash = hashAddress(project, seen.address, seen.at);
  if (addressHash === null) return null;
  return {
    addressHash,
    os,
    osMajor: readMajor(visitor.os?.version ?? null),
    model: visitor.model,
    language: seen.language,
  };
}

/** `18.5` → 18; null if it is not a version of a phone's system. */
export function readMajor(version: string | null): number | null {
  const digits = /^\D{0,20}(\d{1,3})(?:\D|$)/.exec(version ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The language of a tag, without its region; only those of two letters, so that there is an end to them. */
export function languageOf(tag: string | null): string | null {
  const language = tag?.split('-', 1)[0]?.toLowerCase();
  return language?.length === 2 ? language : null;
}

/** The first tag in an Accept-Language header. */
export function readLanguage(header: string | undefined): string | null {
  return (
    /^\s*([a-zA-Z]{2,8}(?:-[a-zA-Z0-9]{1,8}){0,4})(?=[\s,;]|$)/.exec(header ?? '')?.[1] ?? null
  );
}
