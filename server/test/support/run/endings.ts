import { AsyncLocalStorage } from 'node:async_hooks';

/** What files share lasts as long as the process. So does all else where no file is known: in tests run without `npm test`. */
const ofProcess = new AsyncDisposableStack();
const owners = new AsyncLocalStorage<AsyncDisposableStack>();

const owner = () => owners.getStore() ?? ofProcess;

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
  return () => (opened ??= owners.run(ofProcess, open));
}

/** What the tests open that it defines, whenever they do, is theirs to close. */
export function openFor<Value>(owned: AsyncDisposableStack, define: () => Value): Value {
  return owners.run(owned, define);
}

export async function closeProcess(): Promise<void> {
  await ofProcess.disposeAsync();
}
