import type { CreateLinkRequest } from '@fairlead/contract/resources';

/** What a creation may say; who manages links may name the domain by its id. */
export interface NewLink extends CreateLinkRequest {
  readonly domainId?: string;
}
