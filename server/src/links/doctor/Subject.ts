import type { Dns } from '#platform/ports/Dns.ts';
import type { Web } from '#platform/ports/Web.ts';
import type { Project } from '#teams/projects/Project.ts';

/** What is examined, and what our own settings say about it. */
export interface Subject {
  readonly host: string;
  /**
   * Null on the public page, where anyone may have any domain examined: then nothing that only this server knows counts
   * or is told, whether the domain is one of its own or not.
   */
  readonly project: Project | null;
  /** Null once the domain is verified. */
  readonly proof: { readonly name: string; readonly value: string } | null;
  readonly launchHost: string;
  /** The host of PUBLIC_URL. */
  readonly publicHost: string;
}

/** A domain of which nothing is known but its name. */
export function strangerOf(host: string): Subject {
  return { host, project: null, proof: null, launchHost: '', publicHost: '' };
}

/** The parts of the outside world that the doctor queries. */
export interface Outside {
  readonly dns: Dns;
  readonly web: Web;
}
