import { AsyncLocalStorage } from 'node:async_hooks';

/** The title of the test that closes what somebody has opened, and the pattern of all of them. */
export const closing = (whose: string) => `what is open of ${whose} is closed`;
export const CLOSING = '^what is open of .+ is closed$';

/** What lasts as long as this process; tests that run outside of `npm test` have nothing else. */
const ofProcess = new AsyncDisposableStack();
/** What the file that is at work has opened. */
let ofFile = ofProcess;
const shared = new AsyncLocalStorage<AsyncDisposableStack>();

const owner = () => shared.getStore() ?? ofFile;

/**
 * What tests open, closed in reverse order when all tests of their file have ended. Not by an `after` hook: one at the root
 * runs only when nothing keeps the process alive, and its failure would not fail the run.
 */
export const endings = {
  use<Value extends AsyncDisposable | Disposable>(value: Value): Value {
    return owner().use(value);
  },
  defer(close: () => unknown): void {
    owner().defer(async () => void (await close()));
  },
};

/** Opens something at the first call, for all files of this process: it is closed by `endOfProcess.ts`. */
export function shareInProcess<Value>(open: () => Promise<Value>): () => Promise<Value> {
  let opened: Promise<Value> | undefined;
  return () => (opened ??= shared.run(ofProcess, open));
}

/** From here on, what is opened belongs to the file that the stack is for. */
export function openFor(file: AsyncDisposableStack): void {
  ofFile = file;
}

export async function closeProcess(): Promise<void> {
  await ofProcess.disposeAsync();
}
