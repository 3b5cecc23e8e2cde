import { bodyFinding, finding } from '@fairlead/contract/finding';
import { parse } from 'secure-json-parse';
import { Problem } from './Problem.ts';

/**
 * Parses JSON in a request. Throws VALIDATION_ERROR for anything else, and for keys that could change an object's
 * prototype, naming the key. `whole` names the text in messages.
 */
export function parseJson(text: string, whole: string): unknown {
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
