import { ApiError, type Failure, readFailure } from '@fairlead/contract/ApiError';
import type { FieldError } from '@fairlead/contract/resources';
import { labelOf } from './fieldLabels.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/** A failed call, with messages for people; `errors` names the fields for a form to mark. */
export class CallError extends ApiError {
  override readonly name = 'CallError';
  /** What some errors carry beyond their messages; undefined if no answer came. */
  readonly answer: Answer | undefined;

  constructor(failure: Failure, answer?: Answer) {
    super(failure);
    this.answer = answer;
  }
}

/** Any answer but success. */
export function failureOf(answer: Answer): CallError {
  const failure = readFailure(answer);
  const told = failure.messages.length > 0 && failure.code !== 'INTERNAL';
  const messages = told ? failure.messages : [failureMessage(answer.headers)];
  return new CallError({ ...failure, messages }, answer);
}

/** The message for a server error; the reference leads an administrator to the line in the server's log. */
function failureMessage(headers: Headers): string {
  const id = headers.get('x-request-id');
  const words = 'Something went wrong on the server. Try again in a moment.';
  return id === null
    ? words
    : `${words} If this persists, send this reference to your administrator: ${id}`;
}

/** The invalid field by its API path, and a sentence that may begin with that path. */
export type Finding = Pick<FieldError, 'field' | 'message'>;

/** What to tell a person about anything that was thrown. */
export function messageOf(error: unknown): string {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : String(error);
  const { errors, messages } = error;
  return (errors.length === 0 ? messages : errors.map(sentenceOf)).join(' ');
}

export function findingsOf(error: unknown): readonly Finding[] {
  return error instanceof CallError ? error.errors : [];
}

/** A finding with the label of its field: "Slug may contain only letters." */
export function sentenceOf({ field, message }: Finding): string {
  const label = labelOf(field);
  const named = label !== undefined && message.startsWith(`${field} `);
  const text = named ? label + message.slice(field.length) : message;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof CallError && error.status === 404;
}
