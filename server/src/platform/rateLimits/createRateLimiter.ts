import type { Pool } from 'pg';
import { RATE_LIMITS, type RateClass } from '@fairlead/contract/rateLimits';
import type { Log } from '../ports/Log.ts';
import { type Budget, newBudget, type Standing, standingOf } from './Budget.ts';
import { emptyBudget, nameOfBudget } from './budgetNames.ts';
import { createTokenLeases } from './createTokenLeases.ts';

/** The part of a quota that each process grants without reporting it: most clients never need more. */
const FREE_PART = 0.02;
/** How often budgets whose window has ended are dropped. */
const SWEEP_MS = 60_000;
/** Maximum number of budgets in memory; the oldest go first, and their state is in the database. */
const MAX_BUDGETS = 200_000;

export interface RateLimiter extends Disposable {
  /** Charges one request; immediately if this process holds tokens, else after requesting some. */
  draw(of: RateClass, who: string): Standing | Promise<Standing>;
  /** Takes a charge back, for a request that turned out not to count. */
  giveBack(of: RateClass, who: string): void;
  /** Gives back all that was charged, in every process. */
  empty(of: RateClass, who: string): Promise<void>;
  /** The state of the budget, as far as this process knows; charges nothing. */
  peek(of: RateClass, who: string): Standing;
}

interface Options {
  readonly pool: Pool;
  readonly key: Uint8Array;
  readonly log: Log;
  /** Factor for the second that a request waits for the database before the process counts on its own. */
  readonly patience?: number;
}

/**
 * The rate limits of Rule: limits, enforced by all processes together (ADR 9): each leases tokens from a
 * row in the database and spends them by itself, so that few requests need the database.
 */
export function createRateLimiter(options: Options): RateLimiter {
  const budgets = new Map<string, Budget>();
  const lease = createTokenLeases(options);
  const sweep = setInterval(() => deleteEnded(budgets), SWEEP_MS);
  sweep.unref();

  function find(of: RateClass, who: string, now: number): Budget {
    const name = nameOfBudget(of, who);
    const known = budgets.get(name);
    if (known !== undefined && known.endsAt > now) return known;
    // Inserted again, so that the map is ordered by age.
    budgets.delete(name);
    if (budgets.size >= MAX_BUDGETS) budgets.delete(budgets.keys().next().value!);
    const { requests: quota, seconds } = RATE_LIMITS[of];
    const made = newBudget({ name, quota, seconds }, now);
    budgets.set(name, made);
    return made;
  }

  async function drawLater(of: RateClass, who: string): Promise<Standing> {
    for (;;) {
      const now = performance.now();
      const budget = find(of, who, now);
      const standing = drawNow(budget, now);
      if (standing) return standing;
      budget.waiting += 1;
      budget.lease ??= lease(budget).finally(() => (budget.lease = undefined));
      await budget.lease;
      budget.waiting -= 1;
    }
  }

  return {
    draw(of, who) {
      const now = performance.now();
      return drawNow(find(of, who, now), now) ?? drawLater(of, who);
    },
    giveBack(of, who) {
      const budget = find(of, who, performance.now());
      // None was charged in a window that has only just begun.
      if (budget.used === 0) return;
      budget.used -= 1;
      budget.tokens += 1;
    },
    async empty(of, who) {
      budgets.delete(nameOfBudget(of, who));
      await emptyBudget(options.pool, options.key, of, who);
    },
    peek(of, who) {
      const now = performance.now();
      return standingOf(find(of, who, now), true, now);
    },
    [Symbol.dispose]: () => clearInterval(sweep),
  };
}

/** Charges a request if no lease is needed. */
function drawNow(budget: Budget, now: number): Standing | undefined {
  if (budget.tokens > 0) budget.tokens -= 1;
  else if (budget.drawn === 0 && budget.spent < Math.floor(budget.quota * FREE_PART)) {
    budget.spent += 1;
  } else {
    const isRefused = budget.exhaustedUntil !== undefined && now < budget.exhaustedUntil;
    return isRefused ? standingOf(budget, false, now) : undefined;
  }
  budget.used += 1;
  return standingOf(budget, true, now);
}

function deleteEnded(budgets: Map<string, Budget>): void {
  const now = performance.now();
  for (const [name, budget] of budgets) if (budget.endsAt <= now) budgets.delete(name);
}
