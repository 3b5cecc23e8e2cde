import type { StartSessionRequest } from '@fairlead/contract/installationResources';

/** The start of a session, of an installation that is named. */
export type SessionStart = StartSessionRequest & { readonly installationId: string };
