import type { BulkLinkRequest } from '@fairlead/contract/operations/linkManagement';
import type { CreateLinkRequest } from '@fairlead/contract/resources';

/** What the creation of a link may specify. */
export type NewLinkFields = CreateLinkRequest &
  Pick<BulkLinkRequest, 'tags' | 'expiresAt' | 'archived' | 'createdAt' | 'importedClicks'>;

/** Callers who manage links may name the domain by its id. */
export interface NewLink extends NewLinkFields {
  readonly domainId?: string;
}
