/**
 * What can be wrong with a field of a request: stable codes for programs, in addition to the sentence for
 * people. More may be added; none changes its meaning.
 */
export const FINDING_CODES = {
  required: 'The field is missing.',
  type: 'The value has another JSON type.',
  format: 'The value does not have the form that the message describes.',
  not_allowed: 'The value is not one of the allowed values.',
  too_short: 'The text is too short.',
  too_long: 'The text, or the JSON of an object, is too long.',
  too_small: 'The number is too small.',
  too_large: 'The number is too large.',
  too_few: 'The list has too few items.',
  too_many: 'The list has too many items.',
  too_deep: 'The object is nested too deeply.',
  unknown_property: 'The body has no such property.',
  unknown_parameter: 'The operation has no such query parameter.',
  forbidden_scheme: 'A destination must not use this URL scheme.',
  forbidden_character: 'The text contains characters that cannot be stored or displayed.',
  forbidden_key: 'An object must not have this key.',
  unsafe_number: 'JavaScript cannot represent the number exactly; send it as a string.',
  reserved: 'The value is reserved for the service itself.',
  taken: 'The value is already taken.',
  unknown: 'The value names something that does not exist.',
  immutable: 'The field cannot be changed.',
  mismatch: 'The value is not the expected one, such as a wrong password or code.',
} as const satisfies Record<string, string>;

export type FindingCode = keyof typeof FINDING_CODES;

/** One thing that is wrong with a request. */
export interface Finding {
  /** Name of the field, nested ones with dots (`ios.scheme`); empty for the body as a whole. */
  readonly field: string;
  readonly code: FindingCode;
  /** A sentence that names the field and how to fix it. */
  readonly message: string;
  /** JSON pointer (RFC 6901) into the body; absent for anything outside the body. */
  readonly pointer?: string;
}

/** At most this many findings are reported for one request: more would help no one. */
export const MAX_FINDINGS = 20;

/** A finding for a field of the body; a nested field is given by its path. */
export function finding(
  field: string | readonly string[],
  code: FindingCode,
  message: string,
): Finding {
  const path = typeof field === 'string' ? [field] : field;
  return { field: path.join('.').slice(0, 200), code, message, pointer: pointerOf(path) };
}

/** A finding for a path or query parameter. */
export function parameterFinding(field: string, code: FindingCode, message: string): Finding {
  return { field: field.slice(0, 200), code, message };
}

/** A finding for the body as a whole. */
export function bodyFinding(code: FindingCode, message: string): Finding {
  return { field: '', code, message, pointer: '' };
}

/** Of an operation that must have one. */
export const NO_BODY = bodyFinding('required', 'A JSON body is required');

function pointerOf(path: readonly string[]): string {
  return path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
