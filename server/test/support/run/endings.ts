/** The test that closes them. */
export const CLOSING = 'all test servers and databases close';

/**
 * What this test process opened, closed in reverse order by `endOfProcess.ts`. Not by an `after` hook: one
 * at the root runs only when nothing keeps the process alive, and its failure would not fail the run.
 */
export const endings = new AsyncDisposableStack();
