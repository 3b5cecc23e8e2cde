import {
  createProjectLink,
  type CreateProjectLinkRequest,
} from '@fairlead/contract/operations/dashboard/links';
import { callForStatus } from '../../api/call.ts';
import { CallError, messageOf } from '../../api/CallError.ts';

export interface ImportProgress {
  readonly created: number;
  /** Had the external id already; nothing was changed. */
  readonly known: number;
  readonly failed: readonly { readonly row: number; readonly message: string }[];
  readonly done: number;
}

/** Calls at the same time; the server allows some hundred links a minute anyway. */
const LANES = 4;

/**
 * Creates a link for each row, some at a time; a refused row stops no other. Where the server asks to
 * slow down, it waits. Ends early when the signal says so.
 */
export async function importRows(
  projectId: string,
  rows: readonly CreateProjectLinkRequest[],
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  let progress: ImportProgress = { created: 0, known: 0, failed: [], done: 0 };
  const queue = rows.entries();
  const report = (change: Partial<ImportProgress>) => {
    progress = { ...progress, ...change, done: progress.done + 1 };
    onProgress(progress);
  };
  async function lane(): Promise<void> {
    for (const [index, body] of queue) {
      if (signal.aborted) return;
      try {
        const { status } = await patiently(projectId, body, signal);
        report(status === 201 ? { created: progress.created + 1 } : { known: progress.known + 1 });
      } catch (error) {
        const failed = { row: index + 1, message: messageOf(error) };
        report({ failed: [...progress.failed, failed] });
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function patiently(projectId: string, body: CreateProjectLinkRequest, signal: AbortSignal) {
  for (;;) {
    try {
      return await callForStatus(createProjectLink, { params: { projectId }, body });
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 429 || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, (error.wait ?? 5) * 1000));
    }
  }
}
