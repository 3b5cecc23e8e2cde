import type { LinkCopy } from '#platform/db/local/openLinkCopy.ts';

/** The complete copy of this machine in numbers, for metrics and alarms. */
export type CopyNumbers = {
  readonly complete: 0 | 1;
  /** Changes of this time are missing; without a copy, since the process started. */
  readonly seconds_behind: number;
  readonly bytes: number;
  /** It has been behind for more than a minute. */
  readonly alarm: 0 | 1;
};

const BEHIND_SECONDS = 60;

export function describeCopy(copy: Pick<LinkCopy, 'state'>): CopyNumbers {
  const { complete = false, readAt = 0, bytes = 0 } = copy.state() ?? {};
  const since = readAt === 0 ? performance.timeOrigin : readAt;
  const behind = Math.max(0, Date.now() - since) / 1_000;
  return {
    complete: complete ? 1 : 0,
    seconds_behind: behind,
    bytes,
    alarm: behind > BEHIND_SECONDS ? 1 : 0,
  };
}
