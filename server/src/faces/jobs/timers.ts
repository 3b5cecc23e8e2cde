import { checkDomains } from './checkDomains.ts';
import { closeAbandonedSessionsTimer } from './closeAbandonedSessions.ts';
import { deleteExpiredAccess } from './deleteExpiredAccess.ts';
import { deleteExpiredTracesTimer } from './deleteExpiredTraces.ts';
import { examineDomains } from './examineDomains.ts';
import { mailWeeks } from './mailWeeks.ts';
import { maintainPartitions } from './maintainPartitions.ts';
import type { Timer } from './repeat.ts';
import { sweepChanges } from './sweepChanges.ts';
import { sweepRateLimits } from './sweepRateLimits.ts';
import { warnOfUsage } from './warnOfUsage.ts';

/** The timers of every process with the role `jobs`. */
export const TIMERS = {
  maintainPartitions,
  closeAbandonedSessions: closeAbandonedSessionsTimer,
  deleteExpiredTraces: deleteExpiredTracesTimer,
  sweepRateLimits,
  sweepChanges,
  deleteExpiredAccess,
  warnOfUsage,
  mailWeeks,
  checkDomains,
  examineDomains,
} as const satisfies Readonly<Record<string, Timer>>;
