const MAX_DELAY_MS = 300_000;

/** Does pending work, one round at a time; again if something arrived meanwhile, and later if it has to wait. */
export function createWorker(work: () => Promise<void>, firstDelay: number) {
  let working: Promise<void> | undefined;
  let again = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waits = 0;

  function run(): Promise<void> {
    again = true;
    working ??= (async () => {
      try {
        while (again) {
          again = false;
          await work();
        }
      } finally {
        working = undefined;
      }
    })();
    return working;
  }

  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  return {
    run,
    cancel,
    /** Without waiting any longer. */
    runNow(): Promise<void> {
      cancel();
      waits = 0;
      return run();
    },
    runLater(seconds = 0): void {
      if (timer !== undefined) return;
      const delay = Math.max(Math.min(firstDelay * 2 ** waits, MAX_DELAY_MS), seconds * 1000);
      waits += 1;
      timer = setTimeout(() => {
        timer = undefined;
        void run();
      }, delay);
    },
  };
}
