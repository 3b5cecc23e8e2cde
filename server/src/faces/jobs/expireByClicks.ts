import type { App } from '../App.ts';
import { useUpLinks } from '#links/changing/useUpLinks.ts';
import { repeat } from './repeat.ts';

const EVERY_MS = 1_000;

/** Ends links that have had as many clicks as they may have. */
export function expireByClicks(app: App): AsyncDisposable {
  return repeat(app, {
    everyMs: EVERY_MS,
    round: () => useUpLinks(app.db),
    failure: 'Links that have had all their clicks could not be ended; tried again soon',
  });
}
