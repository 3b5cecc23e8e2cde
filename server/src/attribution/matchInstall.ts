import type { Pool } from 'pg';
import type { Kysely } from 'kysely';
import type { Db } from '../db/Db.ts';
import type { Database } from '../db/schema.ts';
import { newId } from '../lib/uuid.ts';
import type { Plans } from '../plans/readPlans.ts';
import type { Project } from '../projects/Project.ts';
import { decideMatch, REQUIRED_CONFIDENCE, rememberedMinutes } from './decideMatch.ts';
import { findCandidates } from './findCandidates.ts';
import { claimDelivery } from './claimDelivery.ts';
import { findNamedClick, type NamedClick } from './findNamedClick.ts';
import { findReceipt } from './findReceipt.ts';
import { describeDecision } from './MatchReceipt.ts';
import type {
  MatchMethod,
  MatchReason,
  MatchReceipt,
  MatchType,
  ReceiptDetails,
  TriedMethod,
} from './MatchReceipt.ts';
import { creditKindOf, type OpeningInstallation } from './OpeningInstallation.ts';
import { type PhoneOs, type PhoneSignals, readModelFamily } from './PhoneSignals.ts';
import { isSecondInstall, recordFacts } from './recordFacts.ts';
import { recordReceipt } from './recordReceipt.ts';
import { MINUTE_MS } from '../lib/time.ts';

/** A first open that asks which click it came from. */
export interface FirstOpen {
  readonly at: Date;
  /** Null: it names no installation that is known. */
  readonly opener: OpeningInstallation | null;
  /** Null: nothing says which system the phone has. */
  readonly os: PhoneOs | null;
  readonly signals: PhoneSignals;
  /** One for each day that is remembered (`addressHashesOf`). */
  readonly addressHashes: readonly string[];
  /** A click that the phone names itself, and by what. */
  readonly named: { readonly method: 'clickId' | 'clipboard'; readonly clickId: string } | null;
}

export interface MatchOutcome {
  readonly receipt: MatchReceipt;
  readonly matched: MatchedClick | null;
}

export interface MatchedClick {
  readonly clickId: string;
  readonly linkKey: number;
  readonly linkId: string;
  readonly slug: string;
  readonly clickedAt: Date;
  readonly forwarded: string | null;
}

/** Others may take the click first; each time the choice is made again, among fewer clicks. */
const ATTEMPTS = 5;

interface Stores {
  readonly db: Kysely<Database>;
  readonly pool: Pool;
  readonly plans: Plans;
}

/**
 * Finds the click of a first open in the order of Rule: attribution 1, claims it, credits it where the app names a known
 * installation, and stores that one's receipt, in one transaction. A click that the phone names is the answer or
 * there is none: signals do not overrule it.
 */
export async function matchInstall(
  stores: Stores,
  project: Project,
  open: FirstOpen,
): Promise<MatchOutcome> {
  const { db } = stores;
  if (open.opener && (await findReceipt(db, project, open.opener))?.clickId) {
    return { receipt: refuse(project, open, 'installation_matched'), matched: null };
  }
  for (let attempt = 1; ; attempt += 1) {
    const choice = open.named
      ? await chooseNamed(stores, project, open, open.named)
      : await chooseBySignals(stores.pool, project, open);
    if (choice.click === null) return abstain(db, project, open, choice);
    const receipt = receiptOf(project, open, choice);
    const came = await deliver(db, project, open, receipt, choice.click);
    if (came === 'delivered') return { receipt, matched: choice.click };
    if (came === 'installation matched') {
      return { receipt: refuse(project, open, 'installation_matched'), matched: null };
    }
    if (open.named || attempt === ATTEMPTS) {
      const reason = open.named ? 'click_used' : 'clicks_used';
      return abstain(db, project, open, { ...choice, click: null, reason });
    }
  }
}

async function abstain(
  db: Kysely<Database>,
  project: Project,
  open: FirstOpen,
  choice: Choice,
): Promise<MatchOutcome> {
  const receipt = receiptOf(project, open, choice);
  // Receipts are found by their installation.
  if (open.opener) await recordReceipt(db, project, receipt);
  return { receipt, matched: null };
}

interface Choice {
  readonly method: MatchMethod;
  readonly reason: MatchReason;
  readonly click: MatchedClick | null;
  readonly described?: ReturnType<typeof describeDecision>;
}

async function chooseNamed(
  stores: Stores,
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
 * What speaks against a click that an app names (Rule: attribution): whoever read its id somewhere is not given what its
 * visitor forwarded. What either side does not say speaks neither way; so does a desktop's click, for a store on
 * the web installs on the phone.
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

async function chooseBySignals(pool: Pool, project: Project, open: FirstOpen): Promise<Choice> {
  const method = 'signals';
  if (!project.probabilisticMatching) return { method, reason: 'matching_off', click: null };
  const { os, signals, at } = open;
  if (os === null) return { method, reason: 'system_unknown', click: null };
  const from = new Date(at.getTime() - rememberedMinutes(project) * MINUTE_MS);
  const clicks = await findCandidates(pool, project, open.addressHashes, from);
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

type Delivery = 'delivered' | 'click used' | 'installation matched';

/** All or nothing: the claim on the click, the totals of its link and the receipt. */
async function deliver(
  db: Kysely<Database>,
  project: Project,
  open: FirstOpen,
  receipt: MatchReceipt,
  click: MatchedClick,
): Promise<Delivery> {
  const transaction = await db.startTransaction().execute();
  let came: Delivery;
  try {
    const claimed = await claimDelivery(transaction, click.clickId);
    came = claimed ? await credit(transaction, project, open, receipt, click) : 'click used';
  } catch (error) {
    await transaction.rollback().execute();
    if (isSecondInstall(error)) return 'installation matched';
    throw error;
  }
  await (came === 'delivered' ? transaction.commit() : transaction.rollback()).execute();
  return came;
}

/** Without a known installation nothing is credited (Rule: attribution). */
async function credit(
  transaction: Db,
  project: Project,
  { opener, at }: FirstOpen,
  receipt: MatchReceipt,
  click: MatchedClick,
): Promise<Delivery> {
  if (opener === null) return 'delivered';
  const { clickId, linkKey } = click;
  const kind = creditKindOf(opener, click.clickedAt);
  if (!(await recordFacts(transaction, project, { clickId, linkKey, kind, at, opener }))) {
    return 'click used';
  }
  const stored = await recordReceipt(transaction, project, receipt);
  return stored ? 'delivered' : 'installation matched';
}

function receiptOf(project: Project, open: FirstOpen, choice: Choice): MatchReceipt {
  const { click } = choice;
  const { opener } = open;
  const matchType: MatchType = choice.method === 'signals' ? 'fingerprint' : 'deterministic';
  const delivered = click && { clickId: click.clickId, linkId: click.linkId, slug: click.slug };
  return {
    id: newId(open.at.getTime()),
    installationId: open.opener?.id ?? null,
    createdAt: open.at,
    matchType: click && matchType,
    reason: choice.reason,
    clickId: click?.clickId ?? null,
    linkKey: click?.linkKey ?? null,
    details: {
      ...emptyDetails(project),
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

/** A receipt that is answered and not stored: the stored one tells of the match. */
function refuse(project: Project, open: FirstOpen, reason: MatchReason): MatchReceipt {
  return {
    id: newId(open.at.getTime()),
    installationId: open.opener?.id ?? null,
    createdAt: open.at,
    matchType: null,
    reason,
    clickId: null,
    linkKey: null,
    details: emptyDetails(project),
  };
}

/** Details of a receipt before anything was tried. */
export function emptyDetails(project: Project): ReceiptDetails {
  return {
    methods: [],
    delivered: null,
    credited: null,
    windowMinutes: project.matchingWindowMinutes,
    requiredConfidence: REQUIRED_CONFIDENCE,
    confidence: null,
    otherPhones: null,
    clicksSeen: null,
    candidates: [],
    runnerUp: null,
  };
}
