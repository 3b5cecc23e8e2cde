/** What one process knows of one budget in its window. */
export interface Budget {
  readonly name: string;
  readonly quota: number;
  /** Length of its window. */
  readonly seconds: number;
  /** Its name in the database, once it was needed. */
  hash: string | undefined;
  /** On the clock of `performance.now`. */
  endsAt: number;
  /** Requests let through by this process. */
  used: number;
  /** Of these, those that the other processes have not been told of. */
  spent: number;
  /** Granted to this process and not used yet. */
  tokens: number;
  /** Drawn by all processes, as of the last lease. */
  drawn: number;
  /** No token is left for anyone until the window ends. */
  exhausted: boolean;
  /** Requests that wait for the lease under way or to come. */
  waiting: number;
  lease: Promise<void> | undefined;
}

/** How a budget stands after a request has drawn from it. */
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
    exhausted: false,
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
    // A sum of fractions may be a hair above the window.
    reset: Math.min(budget.seconds, Math.max(1, Math.ceil((budget.endsAt - now) / 1000))),
  };
}
