import { createProjectLinks } from '@fairlead/contract/operations/dashboard/linkBulk';
import type { BulkResult } from '@fairlead/contract/operations/linkBulk';
import type { Send } from '@fairlead/imports/runImport';
import { call } from '../../api/call.ts';
import { CallError, messageOf } from '../../api/CallError.ts';

/** Creates links of a project in one call; if the response breaks off, the lines before that count. */
export function createSender(projectId: string): Send {
  return async (links, dryRun) => {
    const results: BulkResult[] = [];
    try {
      const params = { projectId };
      const query = dryRun === undefined ? {} : { dryRun: true, ...dryRun };
      const body = [...links];
      for await (const line of await call(createProjectLinks, { params, query, body })) {
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
