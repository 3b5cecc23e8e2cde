import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { CallError } from '../../../api/CallError.ts';

/** A link as it was read, and the tag that names this version to the server. */
export interface LinkVersion {
  readonly link: ProjectLink;
  readonly tag: string;
}

/** What the link has become since it was read. */
export interface LinkConflict extends LinkVersion {
  /** Unknown where it was an application, or a change of many links. */
  readonly changedBy?: string;
  readonly changedAt?: string;
}

/** The tag as the server wrote it: proxies that compress mark it as weak or add how they compressed. */
export function versionIn(headers: Headers): string {
  const tag = headers.get('etag') ?? '*';
  return tag.replace(/^W\//, '').replace(/-(?:gzip|br|zstd)"$/, '"');
}

/** The newer version that a change was refused for. */
export function conflictOf(error: unknown): LinkConflict | undefined {
  if (!(error instanceof CallError) || error.status !== 412 || !error.answer) return undefined;
  const { body, headers } = error.answer;
  return { ...(body as Omit<LinkConflict, 'tag'>), tag: versionIn(headers) };
}
