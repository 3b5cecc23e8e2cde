import type { BulkLinkRequest } from '@fairlead/contract/operations/linkManagement';

/** What the creation of a link may specify. People may name the domain by its id, and a folder. */
export interface NewLink extends BulkLinkRequest {
  readonly domainId?: string;
  readonly folderId?: string | null;
}
