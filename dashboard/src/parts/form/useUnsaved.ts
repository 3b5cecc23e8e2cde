import { useBlocker } from '@tanstack/react-router';
import { confirm } from '../dialogs/confirm.tsx';

interface Question {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
}

const UNSAVED: Question = {
  title: 'Leave without saving?',
  text: 'Your changes are not saved and will be lost.',
  yes: 'Leave',
};

/** Asks before leaving a form with unsaved changes; when the tab is closed, the browser asks. */
export function useUnsaved(isUnsaved: () => boolean, question: Question = UNSAVED): void {
  useBlocker({
    shouldBlockFn: async () => isUnsaved() && !(await askToLeave(question)),
    enableBeforeUnload: isUnsaved,
  });
}

function askToLeave(question: Question): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  confirm({
    ...question,
    no: 'Stay here',
    onYes: () => resolve(true),
    // After confirming, this comes too late to change the result.
    onClose: () => resolve(false),
  });
  return promise;
}
