import type { Dns } from '#platform/ports/Dns.ts';
import type { Web } from '#platform/ports/Web.ts';
import type { Project } from '#teams/projects/Project.ts';

/** What is examined, and what our own settings say about it. */
export interface Subject {
  readonly host: string;
  readonly project: Project;
  /** Null once the domain is verified. */
  readonly proof: { readonly name: string; readonly value: string } | null;
  readonly launchHost: string;
  /** The host of PUBLIC_URL. */
  readonly publicHost: string;
}

/** The parts of the outside world that the doctor queries. */
export interface Outside {
  readonly dns: Dns;
  readonly web: Web;
}
