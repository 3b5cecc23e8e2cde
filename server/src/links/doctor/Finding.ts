import type { Description, Severity } from './examinations/Description.ts';
import { type Symptom, SYMPTOMS } from './examinations/symptoms.ts';
import type { Subject } from './Subject.ts';

export type Verdict = 'ok' | 'warning' | 'problem';

/** What keeps a domain from working on people's phones. */
export interface DomainFinding {
  readonly code: Symptom;
  readonly severity: Severity;
  readonly seen: string;
  readonly why: string;
  readonly cure: string;
}

const MAX_SEEN_LENGTH = 500;

/**
 * A finding from the table of symptoms. `seen` may contain text from other servers, so it is truncated and
 * invisible characters are replaced.
 */
export function found(code: Symptom, subject: Subject, seen: string): DomainFinding {
  const { severity, why, cure: own, anywhere }: Description = SYMPTOMS[code];
  const cure = subject.project === null && anywhere !== undefined ? anywhere : own;
  return {
    code,
    severity,
    seen: seen.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}').slice(0, MAX_SEEN_LENGTH),
    why,
    cure: typeof cure === 'string' ? cure : cure(subject),
  };
}

/** The worst severity of the findings; notes do not count. */
export function verdictOf(findings: readonly Pick<DomainFinding, 'severity'>[]): Verdict {
  const has = (severity: Severity) => findings.some((finding) => finding.severity === severity);
  return has('problem') ? 'problem' : has('warning') ? 'warning' : 'ok';
}
