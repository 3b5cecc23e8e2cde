import type { BulkLinkRequest } from '@fairlead/contract/operations/linkManagement';
import type { CreateLinkRequest } from '@fairlead/contract/resources';

/** What a creation may say of the link. */
export type NewLinkFields = CreateLinkRequest &
  Pick<BulkLinkRequest, 'tags' | 'expiresAt' | 'archived' | 'createdAt' | 'importedClicks'>;

/** Who manages links may name the domain by its id. */
export interface NewLink extends NewLinkFields {
  readonly domainId?: string;
}
