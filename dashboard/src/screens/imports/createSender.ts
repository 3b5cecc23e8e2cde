import { createProjectLinks } from '@fairlead/contract/operations/dashboard/linkBulk';
import type { BulkResult } from '@fairlead/contract/operations/linkManagement';
import type { Sent } from '@fairlead/imports/runImport';
import type { ImportedLink } from '@fairlead/imports/Source';
import { call } from '../../api/call.ts';
import { CallError, messageOf } from '../../api/CallError.ts';

/** Creates links of a project in one call; if the response breaks off, the lines before that count. */
export function createSender(projectId: string): (links: readonly ImportedLink[]) => Promise<Sent> {
  return async (links) => {
    const results: BulkResult[] = [];
    try {
      const params = { projectId };
      for await (const line of await call(createProjectLinks, { params, body: [...links] })) {
        results.push(line);
      }
      return { results };
    } catch (error) {
      if (results.length > 0) return { results };
      if (!(error instanceof CallError)) return { status: 0, message: messageOf(error) };
      const { status, retryAfter } = error;
      return { status, message: messageOf(error), ...(retryAfter !== undefined && { retryAfter }) };
    }
  };
}
