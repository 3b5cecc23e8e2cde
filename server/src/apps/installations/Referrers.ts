import type { PlayReferrer } from '@fairlead/contract/installReferrers';
import type { BootstrapRequest } from '@fairlead/contract/installationResources';

/** What the phone's store reports of an installation. */
export type Referrers = {
  readonly play?: PlayReferrer;
};

/** Of a bootstrap or a match, which take the same fields; a string is only the referrer. */
export function readReferrers({
  installReferrer,
}: Pick<BootstrapRequest, 'installReferrer'>): Referrers {
  if (installReferrer === undefined) return {};
  return {
    play: typeof installReferrer === 'string' ? { referrer: installReferrer } : installReferrer,
  };
}
