import type { RuleCondition } from '@fairlead/contract/rules';
import type { ClickGroup } from '../../numbers/groups/ClickGroups.ts';
import { OTHER_REFERRERS } from '../../clicks/facts/clickTerms.ts';
import type { DeviceKind, Platform, Visitor } from '../../visitors/Visitor.ts';
import type { Condition, ConditionKey } from '../rules/conditions.ts';
import type { RouteFacts } from '../rules/RouteFacts.ts';

/** What is known of visits from the clicks that they left. */
export interface StoredVisit {
  readonly facts: RouteFacts;
  /** The same at the time for which `from` and `to` are judged. */
  readonly factsThen: RouteFacts;
  readonly visitor: Visitor;
  isKnown(condition: Condition): boolean;
}

interface Circumstances {
  /** Time zone of the project. */
  readonly timeZone: string;
  /** For which `from` and `to` of rules are judged, in milliseconds. */
  readonly at: number;
}

/** Reads a group that has every fact that the rules ask for (`groupAlike`). */
export function readStoredVisit(group: ClickGroup, { timeZone, at }: Circumstances): StoredVisit {
  const platform = platformOf(group);
  const visitor: Visitor = {
    // Neither of the two that it can be instead is asked for by more than its name.
    platform: platform ?? 'other',
    device: (group.device as DeviceKind | null) ?? 'other',
    os: group.os === null ? null : { name: group.os, version: null },
    webview: group.app,
    browser: null,
    model: null,
    crawler: null,
    automation: null,
    maybeIpad: false,
  };
  const facts: RouteFacts = {
    visitor,
    country: group.country,
    hash: group.visitor,
    language: null,
    referrer: group.referrer,
    query: group.source === 'qr' ? QR : '',
    at: group.at,
    timeZone,
    appBuild: null,
  };
  const unknown: { readonly [Key in ConditionKey]?: (condition: Condition) => boolean } = {
    language: () => true,
    osVersion: () => group.os !== null,
    query: ({ value }) => group.source === 'app' || !asksForQr(value as RuleCondition['query']),
    appBuild: () => group.source === 'app',
    platform: () => platform === null,
    device: () => group.device === null,
    referrer: () => group.referrer === OTHER_REFERRERS,
  };
  return {
    facts,
    factsThen: { ...facts, at },
    visitor,
    isKnown: (condition) => unknown[condition.key]?.(condition) !== true,
  };
}

/** What a QR code adds to the URL: the source of a click says whether it was there. */
const QR = '_qr=1';

function asksForQr(query: RuleCondition['query'] = {}): boolean {
  return Object.entries(query).every(([key, value]) => `${key}=${value}` === QR);
}

/** Null: it could be one or the other. */
export function platformOf({ os, device }: Pick<ClickGroup, 'os' | 'device'>): Platform | null {
  if (os === 'Android') return 'android';
  if (device === 'desktop') return 'desktop';
  if (device === 'other') return 'other';
  if (os === 'iOS') return 'ios';
  return null;
}
