import { bodyFinding, finding } from '@fairlead/contract/finding';
import { LIMITS } from '@fairlead/contract/limits';
import { parse } from 'secure-json-parse';
import { Problem } from './Problem.ts';
import { endOfString } from './splitMember.ts';

/**
 * Parses JSON in a request. Throws VALIDATION_ERROR for anything else, for more properties or levels than any body
 * needs, and for keys that could change an object's prototype, naming the key. `whole` names the text in messages.
 */
export function parseJson(
  text: string,
  whole: string,
  maxProperties: number = LIMITS.bodyProperties,
): unknown {
  const excess = findExcess(text, maxProperties);
  if (excess !== undefined) {
    throw new Problem('VALIDATION_ERROR', bodyFinding(excess.code, `${whole} ${excess.message}`));
  }
  try {
    return parse(text);
  } catch {
    // Parsing again distinguishes malformed text from a forbidden key.
    const path = findPrototypeKey(parsePlainly(text, whole));
    const field = path.join('.').slice(0, 200);
    const message = `${field} is a key that no object may have; rename it`;
    throw new Problem('VALIDATION_ERROR', finding(path, 'forbidden_key', message));
  }
}

const TOO_DEEP = {
  code: 'too_deep',
  message: `must not be nested deeper than ${LIMITS.bodyDepth} levels`,
} as const;
const tooMany = (most: number) =>
  ({
    code: 'too_many',
    message: `must not have more than ${most.toLocaleString('en-US')} properties`,
  }) as const;

/** Found before parsing: making the objects and checking them costs many times as much as counting. */
function findExcess(
  text: string,
  maxProperties: number,
): typeof TOO_DEEP | ReturnType<typeof tooMany> | undefined {
  let depth = 0;
  let properties = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charAt(at)) {
      case '"':
        at = endOfString(text, at);
        break;
      case '{':
      case '[':
        depth += 1;
        if (depth > LIMITS.bodyDepth) return TOO_DEEP;
        break;
      case '}':
      case ']':
        depth -= 1;
        break;
      case ':':
        properties += 1;
        if (properties > maxProperties) return tooMany(maxProperties);
        break;
    }
  }
  return undefined;
}

function parsePlainly(text: string, whole: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const message = `${whole} is not valid JSON: ${(error as Error).message}`;
    throw new Problem('VALIDATION_ERROR', bodyFinding('format', message));
  }
}

/** A key and the one that holds its object. */
interface Place {
  readonly key: string;
  readonly parent: Place | undefined;
}

/**
 * The first `__proto__`, or `constructor` with a `prototype`, level by level; without recursion, because JSON may nest
 * deeply.
 */
function findPrototypeKey(value: unknown): string[] {
  let level: { node: unknown; place: Place | undefined }[] = [{ node: value, place: undefined }];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { node, place } of level) {
      if (typeof node !== 'object' || node === null) continue;
      for (const [key, part] of Object.entries(node)) {
        const inner = { key, parent: place };
        if (key === '__proto__' || (key === 'constructor' && hasPrototype(part))) {
          return pathOf(inner);
        }
        next.push({ node: part, place: inner });
      }
    }
    level = next;
  }
  return [];
}

function hasPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}

function pathOf(place: Place | undefined): string[] {
  const path: string[] = [];
  for (let at = place; at !== undefined; at = at.parent) path.push(at.key);
  return path.toReversed();
}
