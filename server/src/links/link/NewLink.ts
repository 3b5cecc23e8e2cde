import type { BulkLinkRequest } from '@fairlead/contract/operations/linkManagement';

/** What the creation of a link may specify. People may name the domain by its id; `folderId` is the id of the `folder` that was named. */
export interface NewLink extends BulkLinkRequest {
  readonly domainId?: string;
  readonly folderId?: string | null;
}
