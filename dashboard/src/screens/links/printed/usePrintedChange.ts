import { isLeading } from '@fairlead/contract/leadingFields';
import {
  getLinkProposal,
  proposeLinkChange,
} from '@fairlead/contract/operations/dashboard/linkProposals';
import {
  getProjectLink,
  listProjectLinks,
  type ProjectLink,
  type UpdateProjectLinkRequest,
} from '@fairlead/contract/operations/dashboard/links';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useProjectId } from '../../../api/project.ts';
import { ask, useWrite } from '../../../api/queries.ts';
import { confirm } from '../../../parts/dialogs/confirm.tsx';

interface Options {
  /** Whether the change is made, or waits for approval. */
  readonly onDone?: (made: boolean) => unknown;
  readonly quiet?: boolean;
}

interface Asked {
  /** The version that is meant. */
  readonly tag?: string;
  readonly onError?: (error: unknown) => void;
}

/** Whether a change of a link needs approval; null: its deletion. */
export function needsApproval(
  link: Pick<ProjectLink, 'printed' | 'printedTarget'>,
  changes: UpdateProjectLinkRequest | null,
): boolean {
  if (!link.printed && !link.printedTarget) return false;
  return changes === null || Object.keys(changes).some(isLeading);
}

/** Proposes a change of a printed link, once it is confirmed; where nobody else may approve it, makes it. */
export function usePrintedChange(linkId: string, { onDone, quiet = false }: Options = {}) {
  const params = { projectId: useProjectId(), linkId };
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const send = useWrite(proposeLinkChange, {
    quiet,
    changes: [getLinkProposal, getProjectLink, listProjectLinks],
    done: ({ proposal }) =>
      proposal === null ? 'The change is made.' : 'The change waits for approval.',
    onDone: ({ proposal }) => onDone?.(proposal === null),
  });
  const propose = async (
    changes: UpdateProjectLinkRequest | null,
    { tag, onError }: Asked = {},
  ): Promise<void> => {
    setAsking(true);
    const state = await queries
      .fetchQuery({ ...ask(getLinkProposal, { params }), staleTime: 0 })
      .catch(() => undefined)
      .finally(() => setAsking(false));
    // Unknown: the server decides, and says so.
    const others = state?.othersApprove ?? true;
    confirm({
      ...(others ? PROPOSE : CONFIRM),
      harmless: others,
      onYes: () =>
        send.mutate(
          {
            params,
            ...(tag !== undefined && { headers: { 'if-match': tag } }),
            body: { changes, confirmed: !others },
          },
          onError && { onError },
        ),
    });
  };
  return { propose, isPending: asking || send.isPending, error: send.error };
}

const PROPOSE = {
  title: 'Propose this change?',
  text: 'The code that leads here is on paper, so another owner or admin approves what it leads to. Until then it leads where it does now.',
  yes: 'Propose change',
};

const CONFIRM = {
  title: 'Change a printed link?',
  text: 'The code that leads here is on paper, and nobody else in the project could approve the change. Whoever scans the code gets something else at once.',
  yes: 'Change link',
};
