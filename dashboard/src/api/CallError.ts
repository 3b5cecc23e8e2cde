import { labelOf } from './fieldLabels.ts';

/** One thing that the server found wrong with what was sent. */
export interface Finding {
  /** The API's path of the field, such as `ios.teamId`; empty for the request as a whole. */
  readonly field: string;
  /** A sentence that begins with the field's name, or names no field. */
  readonly message: string;
}

interface Failure {
  /** 0: no answer at all. */
  readonly status: number;
  readonly message: string;
  readonly findings?: readonly Finding[];
  /** Seconds to wait, where the server said so. */
  readonly wait?: number | undefined;
}

/** A call that failed, in words for people. */
export class CallError extends Error {
  readonly status: number;
  readonly findings: readonly Finding[];
  readonly wait: number | undefined;

  constructor({ status, message, findings = [], wait }: Failure) {
    super(findings.length === 0 ? message : findings.map(sentenceOf).join(' '));
    this.status = status;
    this.findings = findings;
    this.wait = wait;
  }
}

/** What to tell a person about anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function findingsOf(error: unknown): readonly Finding[] {
  return error instanceof CallError ? error.findings : [];
}

/** A finding on its own, with the label of its field: "Slug may contain only letters." */
export function sentenceOf({ field, message }: Finding): string {
  const label = labelOf(field);
  const sentence =
    label !== undefined && message.startsWith(`${field} `)
      ? label + message.slice(field.length)
      : message;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** A finding beside its field, where its name would be said twice: "May contain only letters." */
export function besideField({ field, message }: Finding): string {
  const rest = message.startsWith(`${field} `) ? message.slice(field.length + 1) : message;
  const sentence = rest.charAt(0).toUpperCase() + rest.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof CallError && error.status === 404;
}
