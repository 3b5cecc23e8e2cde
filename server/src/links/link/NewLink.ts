import type { BulkLinkRequest } from '@fairlead/contract/operations/linkManagement';

/** What the creation of a link may specify. Callers who manage links may name the domain by its id. */
export interface NewLink extends BulkLinkRequest {
  readonly domainId?: string;
}
