import { isForeignScheme } from '@fairlead/contract/foreignSchemes';
import { LIMITS } from '@fairlead/contract/limits';
import type { Rule, RuleCondition, RuleTarget } from '@fairlead/contract/rules';
import type { Draft, Finding } from './Source.ts';
import { countOf, isEmpty, urlOf } from './values.ts';

/** Rules, variants and limits of other services as ours. What the server would refuse is left out with a finding: the link is made. */

interface FoundRule {
  readonly name?: string;
  readonly when: RuleCondition;
  readonly url: unknown;
}

/** Adds rules in their order. For `finish`: on phones, each leads where the link itself does, if it has URLs for them. */
export function addRules(draft: Draft, field: string, found: readonly FoundRule[]): void {
  const rules: Rule[] = [...(draft.link.rules ?? [])];
  for (const { url, ...rule } of found) {
    const to = targetOf(draft, url);
    if (to === undefined) {
      report(draft, field, `The rule to ${quote(url)} is left out: that is no destination`);
    } else if (rules.length === LIMITS.rulesPerLink) {
      const most = `a link has at most ${LIMITS.rulesPerLink} rules`;
      report(draft, field, `The rule to ${quote(url)} is left out: ${most}`);
    } else {
      rules.push({ ...rule, to });
    }
  }
  if (rules.length > 0) draft.link.rules = rules;
}

/** A rule for each URL, with all of its countries. For `finish`. */
export function addCountries(
  draft: Draft,
  field: string,
  found: readonly { readonly code: unknown; readonly url: unknown }[],
): void {
  const countries = new Map<unknown, string[]>();
  for (const { code, url } of found) {
    const country = countryOf(code);
    if (country === undefined) {
      const message = `${quote(code)} is no country code: its destination ${quote(url)} is left out`;
      report(draft, field, message);
    } else {
      countries.set(url, [...(countries.get(url) ?? []), country]);
    }
  }
  const rules = [...countries].map(([url, codes]) => ({
    ...nameOf(codes),
    when: { country: codes },
    url,
  }));
  addRules(draft, field, rules);
}

function nameOf(codes: readonly string[]): { name?: string } {
  const name = codes.join(', ');
  return name.length <= LIMITS.ruleNameLength ? { name } : {};
}

const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The code that visitors are known by: GB for UK. Undefined for what is no country. */
export function countryOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[a-z]{2}$/i.test(value)) return undefined;
  const code = new Intl.Locale(`und-${value}`).region;
  return code === undefined || NAMES.of(code) === undefined ? undefined : code;
}

/** Adds an experiment, or says why it is none. For `finish`. */
export function addVariants(
  draft: Draft,
  field: string,
  found: readonly { readonly url: unknown; readonly share: unknown }[],
): void {
  const fault = faultOf(draft, found);
  if (fault !== undefined) {
    const urls = found.map(({ url }) => quote(url)).join(' and ');
    report(draft, field, `The experiment with ${urls} is left out: ${fault}`);
    return;
  }
  draft.link.variants = found.map(({ url, share }, place) => ({
    name: 'ABCDE'.charAt(place),
    share: Number(share),
    // Without a destination of its own, a variant leads where the link does.
    to: destinationOf(url) === draft.link.fallbackUrl ? {} : (targetOf(draft, url) ?? {}),
  }));
}

function faultOf(
  draft: Draft,
  found: readonly { readonly url: unknown; readonly share: unknown }[],
): string | undefined {
  if (found.length < 2 || found.length > LIMITS.variantsPerLink) {
    return `it takes 2 to ${LIMITS.variantsPerLink} variants`;
  }
  if (found.some(({ url }) => targetOf(draft, url) === undefined)) {
    return 'a variant has no destination';
  }
  const shares = found.map(({ share }) => Number(share));
  if (shares.some((share) => !(share >= 1) || !Number.isInteger(Math.round(share * 1e8) / 1e6))) {
    return 'a share is a percentage of at least 1 with at most two decimals';
  }
  const sum = shares.reduce((all, share) => all + Math.round(share * 100), 0) / 100;
  return sum === 100 ? undefined : `its shares add up to “${sum}” and not to 100`;
}

/** Before any link: for a link that has ended and does not say when it was made. */
const LONG_AGO = '1970-01-01T00:00:00.000Z';

/** Ends the link after as many clicks as are left of a limit that counts those from before, too. For `finish`. */
export function limitClicks(draft: Draft, field: string, value: unknown): void {
  if (isEmpty(value)) return;
  const { link } = draft;
  const limit = countOf(value);
  const used = link.importedClicks ?? 0;
  if (limit === undefined || limit === 0) {
    if (limit === undefined) report(draft, field, `${quote(value)} is no number of clicks`);
  } else if (limit > used) {
    link.expiresAfterClicks = limit - used;
    const message = `“${used}” of “${limit}” are used; it ends after “${limit - used}” clicks here`;
    if (used > 0) report(draft, field, message, 'changed');
  } else {
    link.expiresAt = link.createdAt ?? LONG_AGO;
    report(draft, field, `All “${limit}” are used: the link has ended`, 'changed');
  }
}

export function report(
  { findings }: Draft,
  field: string,
  message: string,
  kind: Finding['kind'] = 'lost',
): void {
  findings.push({ field, kind, message });
}

/** As findings show a value, so that those that differ by values alone are counted as one. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return `“${text.slice(0, 80)}”`;
}

function targetOf({ link: { iosUrl, androidUrl } }: Draft, url: unknown): RuleTarget | undefined {
  const fallbackUrl = destinationOf(url);
  if (fallbackUrl === undefined) return undefined;
  return {
    fallbackUrl,
    ...(iosUrl !== undefined && { iosUrl }),
    ...(androidUrl !== undefined && { androidUrl }),
  };
}

function destinationOf(value: unknown): string | undefined {
  const url = urlOf(value);
  if (url === undefined || url.length > LIMITS.destinationLength) return undefined;
  return isForeignScheme(url.slice(0, url.indexOf(':'))) ? undefined : url;
}
