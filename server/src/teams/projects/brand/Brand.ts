import type { ProjectMails } from '@fairlead/contract/operations/dashboard/brand';
import type { BrandTexts } from '@fairlead/contract/pageTexts';

/** How the pages that visitors see look for a project, and the mails about it. */
export interface Brand {
  /** Data URLs of WebP images. */
  readonly logo: string | null;
  readonly icon: string | null;
  /** Backgrounds on which the logo can be made out: `dark` is a dark logo, for light ones. */
  readonly logoTone: 'dark' | 'light' | 'any';
  /** `#rrggbb` in lower case. */
  readonly color: string | null;
  readonly imprintUrl: string | null;
  readonly privacyUrl: string | null;
  readonly showLinkImage: boolean;
  readonly texts: BrandTexts;
  /** Absent: as those of the server. */
  readonly mails?: ProjectMails;
}

/** The one of a project that has set none: pages look as they do for everyone. */
export const NO_BRAND: Brand = {
  logo: null,
  icon: null,
  logoTone: 'any',
  color: null,
  imprintUrl: null,
  privacyUrl: null,
  showLinkImage: false,
  texts: {},
};
