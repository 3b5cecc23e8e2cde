import { listFolders } from '@fairlead/contract/operations/dashboard/folders';
import { getProjectLink, listProjectLinks } from '@fairlead/contract/operations/dashboard/links';
import { listTags } from '@fairlead/contract/operations/dashboard/tags';
import type { LinksChange } from '@fairlead/contract/operations/dashboard/linkBulk';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf } from '../../../api/CallError.ts';
import { useProjectId } from '../../../api/project.ts';
import { count, counted } from '../../../parts/format.ts';
import { showUndo } from '../../../parts/dialogs/showUndo.tsx';
import { useUnsaved } from '../../../parts/form/useUnsaved.ts';
import {
  bodiesOf,
  type ChangeBody,
  changeLinks,
  type ChangeOutcome,
  countOf,
  type MeantLinks,
  undoBodies,
} from './changeLinks.ts';
import { LIMITS } from '@fairlead/contract/limits';

export interface RunningChange {
  readonly done: number;
  readonly total: number;
  readonly stop: () => void;
}

/** Changes many links, and says how far it is and what came of it. */
export function useChangeLinks(): {
  readonly running: RunningChange | undefined;
  readonly run: (meant: MeantLinks, change: LinksChange) => Promise<void>;
} {
  const projectId = useProjectId();
  const queries = useQueryClient();
  const [running, setRunning] = useState<RunningChange>();
  const isRunning = useRef(false);
  useUnsaved(() => isRunning.current, {
    title: 'Stop changing links?',
    text: 'What is done stays done. The other links stay as they are.',
    yes: 'Stop and leave',
  });
  const start = async (bodies: readonly ChangeBody[], change: LinksChange, total: number) => {
    let stopped = false;
    const show = (done: number) => setRunning({ done, total, stop: () => void (stopped = true) });
    isRunning.current = true;
    show(0);
    const outcome = await changeLinks({
      projectId,
      bodies,
      onStep: ({ examined }) => show(examined),
      isStopped: () => stopped,
    });
    isRunning.current = false;
    setRunning(undefined);
    report(outcome, change, total, () => undo(outcome, change));
    const shown = [listProjectLinks, getProjectLink, listFolders, listTags];
    await Promise.all(shown.map(({ id }) => queries.invalidateQueries({ queryKey: [id] })));
  };
  const run = (meant: MeantLinks, change: LinksChange) =>
    start(bodiesOf(meant, change), change, countOf(meant));
  const undo = ({ changed, steps }: ChangeOutcome, change: LinksChange) =>
    change.deleted === true
      ? run({ ids: changed, deleted: true }, { deleted: false })
      : start(undoBodies(steps), { undo: '' }, changed.length);
  return { running, run };
}

function report(
  { examined, changed, refused, steps, cutShort }: ChangeOutcome,
  change: LinksChange,
  total: number,
  undo: () => unknown,
): void {
  const text = doneText(change, changed.length);
  if (steps.length > 0 || (change.deleted === true && changed.length > 0)) showUndo(text, undo);
  else notifications.show({ message: text });
  const [first] = refused;
  if (first !== undefined) {
    const others =
      refused.length > 1 ? ` The same goes for ${count(refused.length - 1)} more.` : '';
    warn(
      `${counted(refused.length, 'link', 'links')} could not be ${change.deleted === false ? 'brought back' : 'changed'}`,
      `${first.slug} stays ${change.deleted === false ? 'deleted' : 'as it is'}: ${first.message}.${others}`,
    );
  }
  if (cutShort !== undefined && examined < total) {
    const why = cutShort.error === null ? '' : ` ${messageOf(cutShort.error)}`;
    warn(
      'Some links were not processed',
      `${count(examined)} of ${count(total)} were processed; the rest stay as they are.${why}`,
    );
  }
}

function warn(title: string, message: string): void {
  notifications.show({ color: 'red', title, message, autoClose: false });
}

function doneText(change: LinksChange, changed: number): string {
  if (change.deleted === false) return `${counted(changed, 'link is', 'links are')} back.`;
  const words = counted(changed, 'link', 'links');
  if (change.deleted === true)
    return `${words} deleted. They can be restored for ${LIMITS.trashDays} days.`;
  if (change.addTag !== undefined) return `${words} tagged “${change.addTag}”.`;
  if (change.removeTag !== undefined) return `Tag “${change.removeTag}” taken off ${words}.`;
  if (change.folder !== undefined) {
    return change.folder === null ? `${words} taken out of folders.` : `${words} moved.`;
  }
  if (change.renameTag !== undefined) {
    return `Tag “${change.renameTag.from}” is “${change.renameTag.to}” now: ${words} changed.`;
  }
  if (change.archived !== undefined) {
    return change.archived ? `${words} archived.` : `${words} taken out of the archive.`;
  }
  return destinationText(change, words);
}

function destinationText(change: LinksChange, words: string): string {
  if (change.rules !== undefined) {
    return `Rules of ${words} ${change.rules === null ? 'removed' : 'changed'}.`;
  }
  if (change.variants !== undefined) {
    return `Experiments of ${words} ${change.variants === null ? 'ended' : 'changed'}.`;
  }
  if (change.replaceText !== undefined) return `Destinations of ${words} changed.`;
  if (change.undo !== undefined) return `${words} changed back.`;
  return change.expiresAt === null ? `Expiry of ${words} removed.` : `Expiry of ${words} changed.`;
}
