import type { Log } from '#platform/ports/Log.ts';

/** Swallows everything: for what a test provokes on purpose. */
export const silentLog: Log = { info: ignore, warn: ignore, error: ignore };

function ignore(): void {}
