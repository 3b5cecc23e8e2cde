import type { PageLanguage } from '@fairlead/contract/pageTexts';

/** The texts that pages show to visitors, in one language. */
export interface Texts {
  readonly lang: PageLanguage;
  readonly dir: 'ltr' | 'rtl';
  readonly open: string;
  readonly opening: string;
  readonly openHint: string;
  readonly store: string;
  readonly browser: string;
  /** Copies the link, for the app to be given once it is installed. */
  readonly copy: string;
  readonly copied: string;
  /** Names the picture of the code to those who do not see it. */
  readonly code: string;
  readonly scanTitle: string;
  readonly scanText: string;
  readonly nothingTitle: string;
  readonly nothingText: string;
  readonly waitTitle: string;
  readonly waitText: string;
  /** Links to what the law asks for, where a brand has them. */
  readonly imprint: string;
  readonly privacy: string;
  /** Rule: resources 7: the default description depends on the type. */
  readonly unified: string;
  readonly dynamic: string;
}
