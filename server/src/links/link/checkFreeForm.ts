import { type Finding, finding } from '@fairlead/contract/finding';
import { LIMITS } from '@fairlead/contract/limits';

/** Checks a free-form object in a request (Rule: bodies). */
export function checkFreeForm(
  field: string,
  value: unknown,
  maxBytes: number = LIMITS.freeFormBytes,
): Finding[] {
  if (value === undefined || value === null) return [];
  const { freeFormDepth } = LIMITS;
  if (depthOf(value) > freeFormDepth) {
    const message = `${field} must not be nested deeper than ${freeFormDepth} levels`;
    return [finding(field, 'too_deep', message)];
  }
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > maxBytes) {
    const message = `${field} must be at most ${maxBytes / 1024} KB as JSON`;
    return [finding(field, 'too_long', message)];
  }
  // jsonb refuses the escape of NUL, and lone halves of surrogate pairs.
  if (/(?<!\\)(\\\\)*\\u(0000|d[89a-f])/i.test(text)) {
    const message = `${field} must not contain NUL characters or broken Unicode`;
    return [finding(field, 'forbidden_character', message)];
  }
  return [];
}

function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null) return depth;
  // Deep enough to refuse: going deeper could exhaust the stack.
  if (depth > LIMITS.freeFormDepth) return depth;
  let deepest = depth + 1;
  for (const part of Object.values(value)) deepest = Math.max(deepest, depthOf(part, depth + 1));
  return deepest;
}

/** Listing more for one object helps no one. */
const MAX_NUMBERS = 5;

/**
 * Numbers beyond 2^53, and those too large to be finite: parsing changes them, so the app would get a different number
 * from the one sent (Rule: bodies). Checking the parsed value is enough: no number within the bounds is parsed as one
 * beyond them.
 */
export function checkNumbers(field: string, value: unknown): Finding[] {
  const findings: Finding[] = [];
  const walk = (part: unknown, path: readonly string[]) => {
    if (findings.length === MAX_NUMBERS) return;
    if (typeof part === 'number' && Math.abs(part) > Number.MAX_SAFE_INTEGER) {
      const message = 'is a number that JavaScript cannot hold exactly; send it as a string';
      findings.push(finding(path, 'unsafe_number', `${path.join('.').slice(0, 200)} ${message}`));
    } else if (typeof part === 'object' && part !== null) {
      for (const [key, inner] of Object.entries(part)) walk(inner, [...path, key]);
    }
  };
  walk(value, [field]);
  return findings;
}
