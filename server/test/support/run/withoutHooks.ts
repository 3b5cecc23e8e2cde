import asyncHooks from 'node:async_hooks';

/**
 * Loaded before `node:test`. To name the test that an error outside of it came from, it follows every promise from its beginning to its
 * garbage collection, which takes a quarter of the CPU of tests that call servers. Without that such an error still fails the run, as a
 * failure of the process (`runProcess.ts`), with its stack in the output.
 */
const { createHook } = asyncHooks;
asyncHooks.createHook = () => {
  asyncHooks.createHook = createHook;
  const none = { enable: () => none, disable: () => none };
  return none;
};
