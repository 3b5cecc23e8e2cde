import type { MetaAppReferrer, PlayReferrer } from '@fairlead/contract/installReferrers';
import type { BootstrapRequest } from '@fairlead/contract/installationResources';

/** What the phone's store and Meta's apps report of an installation. */
export type Referrers = {
  readonly play?: PlayReferrer;
  readonly metaApp?: MetaAppReferrer;
};

/** Of a bootstrap or a match, which take the same fields; a string is only the referrer. */
export function readReferrers({
  installReferrer: play,
  metaInstallReferrer: metaApp,
}: Pick<BootstrapRequest, 'installReferrer' | 'metaInstallReferrer'>): Referrers {
  return {
    ...(play !== undefined && { play: typeof play === 'string' ? { referrer: play } : play }),
    ...(metaApp && { metaApp }),
  };
}
