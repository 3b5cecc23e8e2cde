import type { Pool } from 'pg';
import type { Log } from '../ports/Log.ts';
import type { Budget } from './Budget.ts';
import { hashOfBudget } from './budgetNames.ts';
import { leaseTokens, type TokenGrant, type TokenRequest } from './leaseTokens.ts';

/** After this the database counts as down: a request no longer waits for it. */
const PATIENCE_MS = 1000;
/** How often it is asked while it is down. */
const PAUSE_MS = 1000;
/** Longer windows than this are not waited for. */
const LONG_SECONDS = 60;
/** A lease is this fraction of what is left, so that the last leases are small and few tokens lie idle. */
const LEASE_PART = 10;

interface Options {
  readonly pool: Pool;
  /** Hides the names of budgets, which may contain a client's IP address. */
  readonly key: Uint8Array;
  readonly log: Log;
  /** Factor for that time (`AppOptions.patience`). */
  readonly patience?: number | undefined;
}

/**
 * Gets tokens for budgets, many in one statement and one statement at a time. While the database does not
 * answer, the process counts on its own: no one is refused for that reason.
 */
export function createTokenLeases({
  pool,
  key,
  log,
  patience = 1,
}: Options): (budget: Budget) => Promise<void> {
  let asking: Budget[] = [];
  let next: Promise<void> | undefined;
  let running: Promise<void> = Promise.resolve();
  let downUntil = 0;

  async function run(): Promise<void> {
    await running;
    const budgets = asking;
    asking = [];
    next = undefined;
    running = settle(budgets);
    await running;
  }

  async function settle(budgets: readonly Budget[]): Promise<void> {
    const requests = budgets.map((budget) => ({
      // Computed once per window.
      budget: (budget.hash ??= hashOfBudget(key, budget.name)),
      quota: budget.quota,
      seconds: budget.seconds,
      spent: budget.spent,
      wanted: leaseOf(budget),
    }));
    const grants = await ask(requests);
    for (const [index, budget] of budgets.entries()) {
      const request = requests[index]!;
      const grant = grants?.get(request.budget);
      if (grant) take(budget, request, grant);
      else countAlone(budget);
    }
  }

  async function ask(requests: readonly TokenRequest[]) {
    if (performance.now() < downUntil) return undefined;
    try {
      return await within(PATIENCE_MS * patience, leaseTokens(pool, requests));
    } catch (error) {
      downUntil = performance.now() + PAUSE_MS;
      const { message } = error as Error;
      log.warn({ error: message }, 'Rate limits are counted by each process alone for now');
      return undefined;
    }
  }

  return (budget) => {
    asking.push(budget);
    next ??= run();
    return next;
  };
}

function leaseOf({ quota, drawn, spent, waiting }: Budget): number {
  const part = Math.ceil((quota - drawn) / LEASE_PART);
  return Math.max(0, Math.min(quota - spent, Math.max(1, waiting, part)));
}

function take(budget: Budget, { wanted }: TokenRequest, grant: TokenGrant): void {
  budget.spent = 0;
  budget.tokens += grant.granted;
  budget.drawn = grant.drawn;
  budget.endsAt = performance.now() + grant.endsIn;
  if (grant.granted < Math.max(1, wanted)) exhaust(budget);
  else budget.exhaustedUntil = undefined;
}

/** The whole quota, less what this process has let through: valid until the window ends. */
function countAlone(budget: Budget): void {
  budget.tokens = Math.max(0, budget.quota - budget.used);
  budget.spent = 0;
  budget.drawn = budget.quota;
  exhaust(budget);
}

/** A budget of an hour may be emptied before its end, so the database is asked again. */
function exhaust(budget: Budget): void {
  budget.exhaustedUntil =
    budget.seconds > LONG_SECONDS ? performance.now() + PAUSE_MS : Number.POSITIVE_INFINITY;
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time')), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
