import { DESTINATION_FIELDS, type DestinationField } from '@fairlead/contract/destinationFields';
import { conditionSentence, targetWords } from '@fairlead/contract/ruleWords';
import type { Rule, RuleCondition, RuleTarget, Variant } from '@fairlead/contract/rules';
import { withScheme } from '../../../parts/form/webAddress.ts';

/** Where a rule or variant leads: to its own destinations, another link, the update of the app, or as the link itself. */
export type TargetKind = 'own' | 'link' | 'update' | 'same';

/** A target as form values, which keep what was typed when the kind changes. */
export interface TargetDraft extends Record<DestinationField, string> {
  kind: TargetKind;
  slug: string;
}

export interface RuleDraft {
  /** Stays when rules change places. */
  key: string;
  name: string;
  /** A condition that was just added has an empty value. */
  when: RuleCondition;
  to: TargetDraft;
}

export interface VariantDraft {
  key: string;
  name: string;
  /** A percentage; a text while it is none. */
  share: number | string;
  to: TargetDraft;
}

export interface RouteValues {
  rules: RuleDraft[];
  /** Empty: no experiment. */
  variants: VariantDraft[];
}

let made = 0;
/** A key that no other draft has. */
function newKey(): string {
  made += 1;
  return `new ${made}`;
}

const NO_DESTINATIONS = {
  fallbackUrl: '',
  iosUrl: '',
  androidUrl: '',
  iosFallbackUrl: '',
  androidFallbackUrl: '',
} as const satisfies Record<DestinationField, string>;

export function newRule(): RuleDraft {
  return { key: newKey(), name: '', when: {}, to: newTarget('own') };
}

export function newVariant(name: string, kind: TargetKind): VariantDraft {
  return { key: newKey(), name, share: '', to: newTarget(kind) };
}

function newTarget(kind: TargetKind): TargetDraft {
  return { kind, slug: '', ...NO_DESTINATIONS };
}

interface Routed {
  readonly rules: readonly Rule[];
  readonly variants: readonly Variant[] | null;
}

/** Names are unique within a link, so they are keys that the next version of the link has too. */
export function draftsOf({ rules, variants }: Routed): RouteValues {
  return {
    rules: rules.map(({ name = '', when, to }) => ({ key: name, name, when, to: draftOf(to) })),
    variants: (variants ?? []).map(({ name, share, to }) => ({
      key: name,
      name,
      share,
      to: draftOf(to),
    })),
  };
}

function draftOf(to: RuleTarget): TargetDraft {
  const hasOwn = DESTINATION_FIELDS.some((field) => to[field] !== undefined);
  const kind = to.update ? 'update' : to.slug !== undefined ? 'link' : hasOwn ? 'own' : 'same';
  const { update: _, ...texts } = to;
  return { ...newTarget(kind), ...texts };
}

/** As the API has them. A rule without a name is given one. */
export function rulesOf(drafts: readonly RuleDraft[]): Rule[] {
  return drafts.map(({ name, when, to }) => ({
    ...(name.trim() !== '' && { name: name.trim() }),
    when: conditionOf(when),
    to: targetOf(to),
  }));
}

export function variantsOf(drafts: readonly VariantDraft[]): Variant[] {
  return drafts.map(({ name, share, to }) => ({
    name: name.trim(),
    share: Number(share),
    to: targetOf(to),
  }));
}

function targetOf(draft: TargetDraft): RuleTarget {
  if (draft.kind === 'update') return { update: true };
  if (draft.kind === 'link') return { slug: draft.slug.trim().replace(/^\//, '') };
  if (draft.kind === 'same') return {};
  const urls = DESTINATION_FIELDS.map((field) => [field, withScheme(draft[field])] as const);
  return Object.fromEntries(urls.filter(([, url]) => url !== ''));
}

/** Without the ends of spans that were left empty. */
function conditionOf({ from, to, osVersion, appBuild, ...rest }: RuleCondition): RuleCondition {
  return {
    ...rest,
    ...(from && { from }),
    ...(to && { to }),
    ...(osVersion && { osVersion: rangeOf(osVersion) }),
    ...(appBuild && { appBuild: rangeOf(appBuild) }),
  };
}

type Range = NonNullable<RuleCondition['osVersion']>;

function rangeOf({ min, max }: Range): Range {
  return { ...(min && { min }), ...(max && { max }) };
}

/** The sentence of a rule while it is edited: what is still missing is an ellipsis. */
export function draftSentence({ when, to }: RuleDraft, timeZone: string): string {
  return `${conditionSentence(conditionOf(when), timeZone)} → ${draftTargetWords(to)}`;
}

export function draftTargetWords(to: TargetDraft): string {
  const target = targetOf(to);
  const isMissing = to.kind !== 'same' && (Object.keys(target).length === 0 || target.slug === '');
  return isMissing ? '…' : targetWords(target);
}

/** What was left empty, by the path of its field. All else is the server's to judge. */
export function faultsOf({ rules, variants }: RouteValues): Record<string, string> {
  const faults = [
    ...rules.flatMap(({ when, to }, place) => [
      ...faultsOfCondition(`rules.${place}.when`, when),
      ...faultsOfTarget(`rules.${place}.to`, to),
    ]),
    ...variants.flatMap(({ name, share, to }, place) => [
      ...(name.trim() === '' ? [[`variants.${place}.name`, 'Give it a name.'] as const] : []),
      ...(share === '' ? [[`variants.${place}.share`, 'Give it a share.'] as const] : []),
      ...faultsOfTarget(`variants.${place}.to`, to),
    ]),
  ];
  return Object.fromEntries(faults);
}

type Fault = readonly [path: string, message: string];

function faultsOfCondition(path: string, when: RuleCondition): Fault[] {
  const { from, to, osVersion, appBuild, ...others } = when;
  const lists = Object.entries({ ...others, query: Object.keys(when.query ?? { any: null }) });
  const ranges = Object.entries({ osVersion, appBuild });
  const isOpen = (from ?? to) !== undefined && !from && !to;
  return [
    ...lists.flatMap(([key, value]) =>
      Array.isArray(value) && value.length === 0
        ? [[`${path}.${key}`, 'Choose at least one, or remove this condition.'] as const]
        : [],
    ),
    ...ranges.flatMap(([key, range]) =>
      range && !range.min && !range.max
        ? [[`${path}.${key}`, 'Fill in one end or both, or remove this condition.'] as const]
        : [],
    ),
    ...(isOpen ? [[`${path}.from`, 'Fill in one end or both.'] as const] : []),
  ];
}

function faultsOfTarget(path: string, to: TargetDraft): Fault[] {
  if (to.kind === 'link' && to.slug.trim() === '') return [[`${path}.slug`, 'Choose a link.']];
  const isEmpty = DESTINATION_FIELDS.every((field) => to[field].trim() === '');
  return to.kind === 'own' && isEmpty ? [[`${path}.fallbackUrl`, 'Type where it leads.']] : [];
}

/** The field that shows a finding about rules or variants: `rules.0.when.country.3` is shown at the countries. */
export function routeFieldOf(path: string): string | undefined {
  const parts = path.split('.');
  if (parts[0] !== 'rules' && parts[0] !== 'variants') return undefined;
  const isTarget = parts[2] === 'to' || parts[2] === 'when';
  return parts.slice(0, isTarget ? 4 : 3).join('.');
}
