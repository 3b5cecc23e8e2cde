import { isDeepStrictEqual } from 'node:util';
import { DYNAMIC_RULES, LINK_RELATION } from '#teams/domains/associationFiles.ts';
import { type DomainFinding, found } from '../Finding.ts';
import { ANDROID_PATH } from './look.ts';
import { isObject } from './parse.ts';
import type { Subject } from '../Subject.ts';

export type Statement = Readonly<Record<string, unknown>>;

/** The dynamic rules of an app that this server knows. Android takes any of several sets, so each has to be right. */
export function examineRules(
  subject: Subject,
  handling: readonly Statement[],
  packageName: string,
): DomainFinding[] {
  const given = handling.flatMap(({ relation_extensions: rules }) => rules ?? []);
  if (given.length === 0) {
    const seen = `${ANDROID_PATH} names ${packageName} without dynamic_app_link_components.`;
    return [found('ASSETLINKS_RULES_MISSING', subject, seen)];
  }
  if (given.every((rules) => isDeepStrictEqual(rules, DYNAMIC_RULES))) return [];
  const seen = `${ANDROID_PATH} has for ${packageName}: ${JSON.stringify(given[0])}.`;
  return [found('ASSETLINKS_RULES_OLD', subject, seen)];
}

/** The dynamic rules of strangers, who may do without, or choose any that Android can read. */
export function examineForeignRules(
  subject: Subject,
  handling: readonly Statement[],
): DomainFinding[] {
  const given = handling.flatMap(({ relation_extensions: rules }) => rules ?? []);
  const malformed = given.find((rules) => readRules(rules) === undefined);
  if (malformed !== undefined) {
    const seen = `${ANDROID_PATH} has the rules ${JSON.stringify(malformed)}.`;
    return [found('ASSETLINKS_RULES_FORM', subject, seen)];
  }
  const closed = given.find((rules) => readRules(rules)?.every(({ exclude }) => exclude === true));
  if (closed === undefined) return [];
  const seen = `${ANDROID_PATH} has only rules that exclude: ${JSON.stringify(closed)}.`;
  return [found('ASSETLINKS_RULES_CLOSED', subject, seen)];
}

function readRules(extensions: unknown): Statement[] | undefined {
  const extension = isObject(extensions) ? extensions[LINK_RELATION] : undefined;
  const rules = isObject(extension) ? extension['dynamic_app_link_components'] : undefined;
  return Array.isArray(rules) && rules.length > 0 && rules.every(isRule) ? rules : undefined;
}

/** Of the keys that Android knows; it may come to know more. */
function isRule(rule: unknown): rule is Statement {
  if (!isObject(rule)) return false;
  const { '/': path, '#': fragment, '?': query, exclude } = rule;
  return (
    [path, fragment].every((text) => text === undefined || isText(text)) &&
    (query === undefined || (isObject(query) && Object.entries(query).flat().every(isText))) &&
    (exclude === undefined || typeof exclude === 'boolean')
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
