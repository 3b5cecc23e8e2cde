import type { Dns } from '../lib/Dns.ts';
import type { Web } from '../lib/Web.ts';
import type { Project } from '../projects/Project.ts';

/** What is examined, and what is true of it by our own settings. */
export interface Subject {
  readonly host: string;
  readonly project: Project;
  /** Null once the domain is verified. */
  readonly proof: { readonly name: string; readonly value: string } | null;
  readonly launchHost: string;
  /** The host of PUBLIC_URL. */
  readonly publicHost: string;
}

/** The world outside, as far as the doctor asks it. */
export interface Outside {
  readonly dns: Dns;
  readonly web: Web;
}
