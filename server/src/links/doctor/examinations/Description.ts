import type { Subject } from '../Subject.ts';

/** How bad a finding is; `info` is not a fault. */
export type Severity = 'problem' | 'warning' | 'info';

type Cure = string | ((subject: Subject) => string);

export interface Description {
  readonly severity: Severity;
  /** Why it matters. */
  readonly why: string;
  readonly cure: Cure;
  /** The cure for a domain that is not known to be served by this server. */
  readonly anywhere?: Cure;
}
