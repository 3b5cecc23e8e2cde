import { DESTINATION_FIELDS } from '@fairlead/contract/destinationFields';
import { type Finding, finding } from '@fairlead/contract/finding';
import type { Rule, RuleCondition, RuleTarget } from '@fairlead/contract/rules';
import { compareVersions } from '#platform/lib/compareVersions.ts';
import { checkNewDestination } from '#platform/lib/web/destination.ts';
import { hasDestinations, type Ruled, targetsOf } from './targetsOf.ts';

/** Shares are percentages with at most two decimals. */
const DECIMALS = 100;

/** What a schema cannot say about rules and variants (Rule: rules). */
export function checkRules(link: Ruled): Finding[] {
  return [
    ...(link.rules ?? []).flatMap(({ when }, index) =>
      checkCondition(['rules', String(index), 'when'], when),
    ),
    ...targetsOf(link).flatMap(({ path, to }) => checkTarget(path, to)),
    ...checkNames(link),
    ...checkShares(link),
  ];
}

function checkCondition(path: readonly string[], when: RuleCondition): Finding[] {
  const { from, to, share } = when;
  const isUpsideDown = from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to);
  return [
    ...checkRange([...path, 'osVersion'], when.osVersion),
    ...checkRange([...path, 'appBuild'], when.appBuild),
    ...(isUpsideDown ? [at([...path, 'to'], 'not_allowed', 'must be after from; swap them')] : []),
    ...checkQuery([...path, 'query'], when.query ?? {}),
    ...(share === undefined ? [] : checkShare([...path, 'share'], share)),
  ];
}

function checkRange(path: readonly string[], range: RuleCondition['osVersion']): Finding[] {
  if (range === undefined) return [];
  const { min, max } = range;
  if (min === undefined && max === undefined) {
    return [at(path, 'required', 'needs min, max or both')];
  }
  if (min === undefined || max === undefined || compareVersions(min, max) <= 0) return [];
  const message = `fits nothing: min ${min} is above max ${max}; swap them`;
  return [at(path, 'not_allowed', message)];
}

function checkQuery(
  path: readonly string[],
  wanted: NonNullable<RuleCondition['query']>,
): Finding[] {
  const hasNul = Object.entries(wanted).some((pair) => pair.join('').includes('\0'));
  return hasNul ? [at(path, 'forbidden_character', 'must not contain a NUL character')] : [];
}

function checkTarget(path: readonly string[], to: RuleTarget): Finding[] {
  const kinds = [hasDestinations(to), to.slug !== undefined, to.update === true].filter(Boolean);
  const isVariant = path[0] === 'variants';
  // A variant may be what the link itself does.
  if (kinds.length > 1 || (kinds.length === 0 && !isVariant)) {
    const message = 'must have destinations, slug or update, and only one of the three';
    return [at(path, kinds.length === 0 ? 'required' : 'not_allowed', message)];
  }
  return DESTINATION_FIELDS.flatMap((field) => {
    const url = to[field];
    const fault = url === undefined ? null : checkNewDestination(url);
    return fault === null ? [] : [at([...path, field], fault.code, fault.message)];
  });
}

/** Results are kept by name. */
function checkNames({ rules, variants }: Ruled): Finding[] {
  return Object.entries({ rules, variants }).flatMap(([field, list]) => {
    const seen = new Set<string>();
    return (list ?? []).flatMap(({ name }: Pick<Rule, 'name'>, index) => {
      const key = name?.trim().toLowerCase();
      if (key === undefined) return [];
      if (!seen.has(key)) {
        seen.add(key);
        return [];
      }
      const message = `"${name}" is the name of another one of this link; choose another`;
      return [at([field, String(index), 'name'], 'taken', message)];
    });
  });
}

function checkShares({ variants }: Ruled): Finding[] {
  if (!variants) return [];
  const findings = variants.flatMap(({ share }, index) =>
    checkShare(['variants', String(index), 'share'], share),
  );
  const sum = variants.reduce((total, { share }) => total + Math.round(share * DECIMALS), 0);
  if (findings.length === 0 && sum !== 100 * DECIMALS) {
    const message = `variants have shares of ${sum / DECIMALS} % together; they must add up to 100`;
    findings.push(finding('variants', 'not_allowed', message));
  }
  return findings;
}

function checkShare(path: readonly string[], share: number): Finding[] {
  const isExact = Math.abs(share * DECIMALS - Math.round(share * DECIMALS)) < 1e-6;
  return isExact ? [] : [at(path, 'format', 'must have at most two decimals')];
}

function at(path: readonly string[], code: Finding['code'], message: string): Finding {
  return finding(path, code, `${path.join('.')} ${message}`);
}
