import type { Pool } from 'pg';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { newId } from '../lib/uuid.ts';
import type { Project } from '../projects/Project.ts';
import { decideMatch, NEEDED_SURENESS, rememberedMinutes } from './decideMatch.ts';
import { findCandidates } from './findCandidates.ts';
import { findNamedClick } from './findNamedClick.ts';
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
import { creditKindOf, type Opener } from './Opener.ts';
import type { PhoneOs, PhoneSignals } from './PhoneSignals.ts';
import { isSecondInstall, recordFacts } from './recordFacts.ts';
import { recordReceipt } from './recordReceipt.ts';

/** A first open that asks which click it came from. */
export interface FirstOpen {
  readonly at: Date;
  /** Null: it names no installation that is known. */
  readonly opener: Opener | null;
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

/** Others may take the click first; each time the choice is made anew, among fewer clicks. */
const ATTEMPTS = 5;

/**
 * Finds the click of a first open by the order of DECISIONS 14, credits it and stores the receipt, in
 * one transaction. A click that the phone names is the answer or there is none: signals do not overrule it.
 */
export async function matchInstall(
  stores: { readonly db: Kysely<Database>; readonly pool: Pool },
  project: Project,
  open: FirstOpen,
): Promise<MatchOutcome> {
  const { db, pool } = stores;
  if (open.opener && (await findReceipt(db, project, open.opener))?.clickId) {
    return { receipt: refuse(project, open, 'installation_matched'), matched: null };
  }
  for (let attempt = 1; ; attempt += 1) {
    const choice = open.named
      ? await chooseNamed(pool, project, open, open.named)
      : await chooseBySignals(pool, project, open);
    if (choice.click === null) {
      const receipt = receiptOf(project, open, choice);
      await recordReceipt(db, project, receipt);
      return { receipt, matched: null };
    }
    const receipt = receiptOf(project, open, choice);
    const came = await credit(db, project, open, receipt, choice.click);
    if (came === 'credited') return { receipt, matched: choice.click };
    if (came === 'installation matched') {
      return { receipt: refuse(project, open, 'installation_matched'), matched: null };
    }
    if (open.named || attempt === ATTEMPTS) {
      const lost = receiptOf(project, open, { ...choice, click: null, reason: 'click_used' });
      await recordReceipt(db, project, lost);
      return { receipt: lost, matched: null };
    }
  }
}

interface Choice {
  readonly method: MatchMethod;
  readonly reason: MatchReason;
  readonly click: MatchedClick | null;
  readonly described?: ReturnType<typeof describeDecision>;
}

async function chooseNamed(
  pool: Pool,
  project: Project,
  open: FirstOpen,
  { method, clickId }: NonNullable<FirstOpen['named']>,
): Promise<Choice> {
  const click = await findNamedClick(pool, project, clickId, open.at);
  if (!click) return { method, reason: 'click_unknown', click: null };
  if (click.deleted) return { method, reason: 'link_deleted', click: null };
  // A desktop's click is let through: a store on the web installs on the phone.
  if (click.os !== null && open.os !== null && click.os !== open.os) {
    return { method, reason: 'click_of_other_system', click: null };
  }
  return { method, reason: 'matched', click };
}

async function chooseBySignals(pool: Pool, project: Project, open: FirstOpen): Promise<Choice> {
  const method = 'signals';
  if (!project.probabilisticMatching) return { method, reason: 'matching_off', click: null };
  const { os, signals, at } = open;
  if (os === null) return { method, reason: 'system_unknown', click: null };
  const from = new Date(at.getTime() - rememberedMinutes(project) * 60_000);
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

/** All or nothing: the claim on the click, the totals of its link and the receipt. */
async function credit(
  db: Kysely<Database>,
  project: Project,
  open: FirstOpen,
  receipt: MatchReceipt,
  click: MatchedClick,
): Promise<'credited' | 'click used' | 'installation matched'> {
  const transaction = await db.startTransaction().execute();
  let came: 'credited' | 'click used' | 'installation matched' = 'click used';
  try {
    const claimed = await recordFacts(transaction, project, {
      clickId: click.clickId,
      linkKey: click.linkKey,
      kind: creditKindOf(open.opener, click.clickedAt),
      at: open.at,
      opener: open.opener,
    });
    if (claimed) {
      const stored = await recordReceipt(transaction, project, receipt);
      came = stored ? 'credited' : 'installation matched';
    }
  } catch (error) {
    await transaction.rollback().execute();
    if (isSecondInstall(error)) return 'installation matched';
    throw error;
  }
  await (came === 'credited' ? transaction.commit() : transaction.rollback()).execute();
  return came;
}

function receiptOf(project: Project, open: FirstOpen, choice: Choice): MatchReceipt {
  const { click } = choice;
  const matchType: MatchType = choice.method === 'signals' ? 'fingerprint' : 'deterministic';
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
      credited: click && {
        clickId: click.clickId,
        linkId: click.linkId,
        slug: click.slug,
        as: creditKindOf(open.opener, click.clickedAt),
      },
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
    credited: null,
    windowMinutes: project.matchingWindowMinutes,
    neededSureness: NEEDED_SURENESS,
    sureness: null,
    otherPhones: null,
    clicksSeen: null,
    candidates: [],
    runnerUp: null,
  };
}
