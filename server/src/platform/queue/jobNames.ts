import type { Queue } from 'pg-boss';

/** The data of each job. */
export interface JobData {
  'run-export': { readonly projectId: string; readonly exportId: string };
  'fail-export': { readonly projectId: string; readonly exportId: string };
  'mail-export': { readonly projectId: string; readonly exportId: string };
  'mail-proposal': {
    readonly projectId: string;
    readonly proposalId: string;
    readonly userId: string;
  };
  'delete-exports': null;
  'delete-images': null;
  'expire-clicks': null;
}
export type JobName = keyof JobData;

type Options = Omit<Queue, 'name'>;

/** Every queue, each after those it names. A job is given up after its attempts: then `deadLetter` gets it. */
export const JOBS: Readonly<Record<JobName, Options>> = {
  'fail-export': { retryLimit: 10, retryDelay: 5, retryBackoff: true },
  'run-export': {
    retryLimit: 3,
    retryDelay: 1,
    // The largest take long while visitors come first; a worker that dies is missed by its heartbeat.
    expireInSeconds: 3 * 3600,
    heartbeatSeconds: 10,
    deadLetter: 'fail-export',
  },
  'mail-export': { retryLimit: 8, retryDelay: 10, retryBackoff: true, expireInSeconds: 120 },
  'mail-proposal': { retryLimit: 8, retryDelay: 10, retryBackoff: true, expireInSeconds: 120 },
  'delete-exports': { retryLimit: 1, expireInSeconds: 600, policy: 'exclusive' },
  'delete-images': { retryLimit: 1, expireInSeconds: 3600, policy: 'exclusive' },
  'expire-clicks': { retryLimit: 1, expireInSeconds: 6 * 3600, policy: 'exclusive' },
};

/** Scheduled jobs, as cron lines in UTC. */
export const SCHEDULES: readonly (readonly [JobName, string])[] = [
  ['delete-exports', '7 * * * *'],
  ['delete-images', '41 3 * * *'],
  ['expire-clicks', '23 2 * * *'],
];
