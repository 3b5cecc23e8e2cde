import type { Severity } from './Severity.ts';
import type { Symptom } from './symptoms.ts';
import { SYMPTOMS } from './symptoms.ts';
import type { Subject } from './Subject.ts';

export type Verdict = 'ok' | 'warning' | 'problem';

/** What stands between a domain and people's phones. */
export interface DomainFinding {
  readonly code: Symptom;
  readonly severity: Severity;
  readonly seen: string;
  readonly why: string;
  readonly cure: string;
}

const MAX_SEEN_LENGTH = 500;

/** A finding of the table of symptoms. `seen` may hold what strangers' servers said, so it is cut and made visible. */
export function found(code: Symptom, subject: Subject, seen: string): DomainFinding {
  const { severity, why, cure } = SYMPTOMS[code];
  return {
    code,
    severity,
    seen: seen.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}').slice(0, MAX_SEEN_LENGTH),
    why,
    cure: typeof cure === 'string' ? cure : cure(subject),
  };
}

/** The worst of the findings; notes are no fault. */
export function verdictOf(findings: readonly Pick<DomainFinding, 'severity'>[]): Verdict {
  const has = (severity: Severity) => findings.some((finding) => finding.severity === severity);
  return has('problem') ? 'problem' : has('warning') ? 'warning' : 'ok';
}
