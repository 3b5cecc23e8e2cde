/**
 * What this test process opened, let go in reverse order by `zLast.test.ts`. Not by an `after` hook: one
 * at the root runs only when nothing keeps the process alive, and its failure would not fail the run.
 */
export const endings = new AsyncDisposableStack();
