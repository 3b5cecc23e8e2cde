import { type Finding, finding } from '@fairlead/contract/finding';
import { LIMITS } from '@fairlead/contract/limits';

/** What a free-form object of a request may be (Rule: bodies). */
export function checkFreeForm(field: string, value: unknown): Finding[] {
  if (value === undefined || value === null) return [];
  const { freeFormDepth, freeFormBytes } = LIMITS;
  if (depthOf(value) > freeFormDepth) {
    const message = `${field} must not be nested deeper than ${freeFormDepth} levels`;
    return [finding(field, 'too_deep', message)];
  }
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > freeFormBytes) {
    const message = `${field} must be at most ${freeFormBytes / 1024} KB as JSON`;
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
  // Deep enough to refuse: walking on could exhaust the stack.
  if (depth > LIMITS.freeFormDepth) return depth;
  let deepest = depth + 1;
  for (const part of Object.values(value)) deepest = Math.max(deepest, depthOf(part, depth + 1));
  return deepest;
}

/** More of one object help nobody. */
const MAX_NUMBERS = 5;

/**
 * Numbers beyond 2^53, and those too large to be finite: they arrive changed, so the app would get another one than was
 * sent (Rule: bodies). The changed value is as telling as its text: no number within the bounds is read as one beyond.
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
