import type { AppEvent } from '@fairlead/contract/eventResources';
import { bodyFinding } from '@fairlead/contract/finding';
import { LIMITS } from '@fairlead/contract/limits';
import { parseJson } from '#platform/lib/parseJson.ts';
import { Problem } from '#platform/lib/Problem.ts';

export function parseContent(body: Uint8Array): unknown {
  return parseJson(new TextDecoder().decode(body), 'The body', LIMITS.eventsProperties);
}

/** VALIDATION_ERROR: not what the provider sends. */
export function notOf(provider: string, missing: string): Problem {
  const message = `The body is no message of ${provider}: ${missing} is missing`;
  return new Problem('VALIDATION_ERROR', bodyFinding('format', message));
}

/** What is at a path such as `data.items.0.id`; undefined if there is nothing. */
export function at(content: unknown, path: string): unknown {
  let value = content;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value ?? undefined;
}

/** Ids are text to us; some providers send numbers. */
export function textAt(content: unknown, path: string): string | undefined {
  const value = at(content, path);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** As ISO 8601; undefined for what is no time. */
export function timeOf(ms: unknown): string | undefined {
  const date = new Date(typeof ms === 'string' ? Number(ms) : typeof ms === 'number' ? ms : NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** An event of those fields that are known. */
export function eventOf(fields: { readonly [K in keyof AppEvent]: AppEvent[K] | undefined }) {
  return known(fields) as AppEvent;
}

export function known(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
