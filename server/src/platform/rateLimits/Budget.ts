/** What one process knows about one budget in its window. */
export interface Budget {
  readonly name: string;
  readonly quota: number;
  /** Length of its window. */
  readonly seconds: number;
  /** Its name in the database, once needed. */
  hash: string | undefined;
  /** On the clock of `performance.now`. */
  endsAt: number;
  /** Requests let through by this process. */
  used: number;
  /** Of these, those not yet reported to the other processes. */
  spent: number;
  /** Tokens granted to this process and not used yet. */
  tokens: number;
  /** Tokens drawn by all processes, as of the last lease. */
  drawn: number;
  /** No token is left for anyone: for the rest of the window, or until this time on the clock of `performance.now`. */
  exhaustedUntil: number | undefined;
  /** Requests waiting for the current or next lease. */
  waiting: number;
  lease: Promise<void> | undefined;
}

/** The state of a budget after a request has been charged to it. */
export interface Standing {
  readonly allowed: boolean;
  readonly quota: number;
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly reset: number;
}

export function newBudget(
  { name, quota, seconds }: Pick<Budget, 'name' | 'quota' | 'seconds'>,
  now: number,
): Budget {
  return {
    name,
    quota,
    seconds,
    hash: undefined,
    endsAt: now + seconds * 1000,
    used: 0,
    spent: 0,
    tokens: 0,
    drawn: 0,
    exhaustedUntil: undefined,
    waiting: 0,
    lease: undefined,
  };
}

export function standingOf(budget: Budget, allowed: boolean, now: number): Standing {
  const left = budget.quota - budget.drawn - budget.spent + budget.tokens;
  return {
    allowed,
    quota: budget.quota,
    remaining: allowed ? Math.max(0, left) : 0,
    // Because of rounding, a sum of fractions may be slightly above the window.
    reset: Math.min(budget.seconds, Math.max(1, Math.ceil((budget.endsAt - now) / 1000))),
  };
}
