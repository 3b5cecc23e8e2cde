import type { Numbers, Settled } from '#visits/numbers/openNumbers.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { Plans } from '#teams/plans/readPlans.ts';
import type { Project } from '#teams/projects/Project.ts';
import { decideMatch, REQUIRED_CONFIDENCE, rememberedMinutes } from './decideMatch.ts';
import { type CandidateSearches, findCandidates } from './findCandidates.ts';
import {
  findNamedClick,
  type MatchedClick,
  type NamedClick,
  type NamedClicks,
} from './findNamedClick.ts';
import { describeDecision } from './MatchReceipt.ts';
import type {
  MatchMethod,
  MatchReason,
  MatchReceipt,
  MatchType,
  ReceiptDetails,
  TriedMethod,
} from './MatchReceipt.ts';
import type { OpeningInstallationRecord } from '../findOpeningInstallation.ts';
import type { Referrers } from '../../installations/Referrers.ts';
import { describeReferrers } from '../referrers/describeReferrers.ts';
import type { MetaReferrer } from '../referrers/readMetaReferrer.ts';
import { creditKindOf } from '../OpeningInstallation.ts';
import { type PhoneOs, type PhoneSignals, readModelFamily } from './PhoneSignals.ts';
import { type AttributionStores, writeAttribution } from '../writeAttributions.ts';
import { MINUTE_MS } from '#platform/lib/time.ts';

/** A first open asking which click it came from. */
export interface FirstOpen {
  readonly at: Date;
  /** Null: it names no known installation. */
  readonly opener: Pick<
    OpeningInstallationRecord,
    'id' | 'firstSeenAt' | 'previousId' | 'matched'
  > | null;
  /** Null: nothing says which operating system the phone has. */
  readonly os: PhoneOs | null;
  readonly signals: PhoneSignals;
  /** One for each remembered day (`addressHashesOf`). */
  readonly addressHashes: readonly string[];
  /** A click that the phone itself names, and how. */
  readonly named: { readonly method: 'clickId' | 'clipboard'; readonly clickId: string } | null;
  /** What the match reports or, if it does not, the installation did. */
  readonly referrers: Referrers;
  /** What they say of an ad of Meta. */
  readonly meta: MetaReferrer | null;
}

export interface MatchOutcome {
  readonly receipt: MatchReceipt;
  readonly matched: MatchedClick | null;
}

/** Others may claim the click first; the choice is then made again, among fewer clicks. */
const ATTEMPTS = 5;

interface Stores {
  readonly plans: Plans;
  readonly numbers: Pick<Numbers, 'settle'>;
  readonly groups: AttributionStores['groups'] & {
    readonly namedClicks: NamedClicks;
    readonly candidates: CandidateSearches;
  };
}

/**
 * Finds the click of a first open in the order of Rule: attribution 1, claims it, credits it if the app names a known
 * installation, and stores that installation's receipt, in one statement. If the phone names a click, that click is the
 * answer or there is none: signals do not overrule it.
 */
export function matchInstall(
  stores: Stores,
  project: Project,
  open: FirstOpen,
): Promise<MatchOutcome> {
  return stores.numbers.settle((clicks) => match({ ...stores, clicks }, project, open));
}

type SettledStores = Stores & { readonly clicks: Settled };

async function match(
  stores: SettledStores,
  project: Project,
  open: FirstOpen,
): Promise<MatchOutcome> {
  if (open.opener?.matched) {
    return { receipt: refuse(project, open, 'installation_matched'), matched: null };
  }
  for (let attempt = 1; ; attempt += 1) {
    const choice = open.named
      ? await chooseNamed(stores, project, open, open.named)
      : await chooseBySignals(stores.groups.candidates, project, open);
    if (choice.click === null) return abstain(stores, project, open, choice);
    const receipt = receiptOf(project, open, choice);
    const { opener, at } = open;
    const came = await writeAttribution(stores, project, {
      installationId: receipt.installationId,
      delivers: true,
      click: choice.click,
      ...(opener && {
        credit: { kind: creditKindOf(opener, choice.click.clickedAt), at },
        receipt,
      }),
    });
    if (came === 'written') return { receipt, matched: choice.click };
    if (came === 'installation matched') {
      return { receipt: refuse(project, open, 'installation_matched'), matched: null };
    }
    if (open.named || attempt === ATTEMPTS) {
      const reason = open.named ? 'click_used' : 'clicks_used';
      return abstain(stores, project, open, { ...choice, click: null, reason });
    }
  }
}

async function abstain(
  stores: AttributionStores,
  project: Project,
  open: FirstOpen,
  choice: Choice,
): Promise<MatchOutcome> {
  const receipt = receiptOf(project, open, choice);
  // Receipts are looked up by their installation.
  const { installationId } = receipt;
  if (installationId !== null) {
    await writeAttribution(stores, project, {
      installationId,
      delivers: false,
      click: null,
      receipt,
    });
  }
  return { receipt, matched: null };
}

interface Choice {
  readonly method: MatchMethod;
  readonly reason: MatchReason;
  readonly click: MatchedClick | null;
  readonly described?: ReturnType<typeof describeDecision>;
}

async function chooseNamed(
  stores: SettledStores,
  project: Project,
  open: FirstOpen,
  { method, clickId }: NonNullable<FirstOpen['named']>,
): Promise<Choice> {
  const click = await findNamedClick(stores, project, clickId, open.at);
  if (!click) return { method, reason: 'click_unknown', click: null };
  const misfit = findMisfit(click, open);
  return misfit === null
    ? { method, reason: 'matched', click }
    : { method, reason: misfit, click: null };
}

/**
 * Why a click that an app names does not fit (Rule: attribution): someone who merely saw its id must not get what its
 * visitor forwarded. A value that either side does not state counts neither way; neither does a click on a desktop,
 * because the web store can install on a phone.
 */
function findMisfit(click: NamedClick, { os, signals }: FirstOpen): MatchReason | null {
  if (click.deleted) return 'link_deleted';
  if (click.used) return 'click_used';
  if (differ(click.os, os)) return 'click_of_other_system';
  const differs = differ(readModelFamily(click.model), readModelFamily(signals.model));
  return differs ? 'click_of_other_model' : null;
}

function differ(click: string | null, open: string | null): boolean {
  return click !== null && open !== null && click !== open;
}

async function chooseBySignals(
  searches: CandidateSearches,
  project: Project,
  open: FirstOpen,
): Promise<Choice> {
  const method = 'signals';
  if (project.probabilisticMatching !== true) {
    const consent = project.probabilisticMatching === 'consent';
    return { method, reason: consent ? 'no_consent' : 'matching_off', click: null };
  }
  const { os, signals, at } = open;
  if (os === null) return { method, reason: 'system_unknown', click: null };
  const from = new Date(at.getTime() - rememberedMinutes(project) * MINUTE_MS);
  const clicks = await findCandidates(searches, project, open.addressHashes, from);
  const decision = decideMatch(
    { os, signals, at, windowMinutes: project.matchingWindowMinutes },
    clicks,
  );
  return {
    method,
    reason: decision.reason,
    click: decision.chosen?.candidate ?? null,
    described: describeDecision(decision, signals),
  };
}

function receiptOf(project: Project, open: FirstOpen, choice: Choice): MatchReceipt {
  const { click } = choice;
  const { opener } = open;
  const matchType: MatchType = choice.method === 'signals' ? 'fingerprint' : 'deterministic';
  const delivered = click && { clickId: click.clickId, linkId: click.linkId, slug: click.slug };
  const unmatched = refuse(project, open, choice.reason);
  return {
    ...unmatched,
    matchType: click && matchType,
    clickId: click?.clickId ?? null,
    linkKey: click?.linkKey ?? null,
    details: {
      ...unmatched.details,
      methods: methodsOf(open, choice),
      delivered,
      credited: delivered && opener && { ...delivered, as: creditKindOf(opener, click.clickedAt) },
      ...choice.described,
    },
  };
}

function methodsOf(open: FirstOpen, choice: Choice): TriedMethod[] {
  return (['clickId', 'clipboard', 'signals'] as const).map((method) => {
    if (method === choice.method) {
      return { method, outcome: choice.click ? 'matched' : 'noMatch', reason: choice.reason };
    }
    const spared = open.named !== null && method === 'signals';
    return { method, outcome: 'notTried', reason: spared ? 'not_needed' : 'not_sent' };
  });
}

/** A receipt that is returned but not stored: the stored one describes the match. */
function refuse(project: Project, open: FirstOpen, reason: MatchReason): MatchReceipt {
  return {
    id: newId(open.at.getTime()),
    installationId: open.opener?.id ?? null,
    createdAt: open.at,
    matchType: null,
    reason,
    clickId: null,
    linkKey: null,
    details: {
      ...emptyDetails(project),
      referrers: describeReferrers(open.referrers, open.meta, open.at),
    },
  };
}

/** Details of a receipt before anything was tried. */
export function emptyDetails(project: Pick<Project, 'matchingWindowMinutes'>): ReceiptDetails {
  return {
    methods: [],
    delivered: null,
    test: null,
    credited: null,
    referrers: null,
    windowMinutes: project.matchingWindowMinutes,
    requiredConfidence: REQUIRED_CONFIDENCE,
    confidence: null,
    otherPhones: null,
    clicksSeen: null,
    candidates: [],
    runnerUp: null,
  };
}
