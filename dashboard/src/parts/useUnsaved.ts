import { useBlocker } from '@tanstack/react-router';
import { confirm } from './confirm.tsx';

/** Asks before a form is left whose changes would be lost; closing the tab lets the browser ask. */
export function useUnsaved(isUnsaved: () => boolean): void {
  useBlocker({
    shouldBlockFn: async () => isUnsaved() && !(await askToLeave()),
    enableBeforeUnload: isUnsaved,
  });
}

function askToLeave(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  confirm({
    title: 'Leave without saving?',
    text: 'Your changes are not saved and will be lost.',
    yes: 'Leave',
    no: 'Stay here',
    onYes: () => resolve(true),
    // After a yes this comes too late to change it.
    onClose: () => resolve(false),
  });
  return promise;
}
