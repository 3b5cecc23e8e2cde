import type { PlanEntry } from '../plans/readPlans.ts';
import type { Installation } from './Installation.ts';

export interface TrackOptions {
  readonly plan: PlanEntry;
  readonly at: Date;
  /** The record that the caller's valid token names. */
  readonly holder?: Pick<Installation, 'id'> | null | undefined;
}

export interface Tracked {
  readonly installation: Installation;
  readonly isNew: boolean;
  /** On a reinstall, and then only in the call that records it: the app's own id of the installation before. */
  readonly previousClientId: string | undefined;
}
