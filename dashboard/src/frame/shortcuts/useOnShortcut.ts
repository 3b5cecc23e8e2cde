import { useWindowEvent } from '@mantine/hooks';
import type { ShortcutName } from './useShortcuts.ts';

const EVENT = 'fairlead:shortcut';

/** Returns false or undefined if the shortcut has nothing to do here and now: the key keeps its own meaning. */
type Run = (pressed: KeyboardEvent) => unknown;

/** Says what shortcuts do while the component is there. */
export function useOnShortcut(runs: { readonly [Name in ShortcutName]?: Run | undefined }): void {
  useWindowEvent(EVENT, (event: CustomEvent<{ name: ShortcutName; pressed: KeyboardEvent }>) => {
    const run = runs[event.detail.name];
    if (run?.(event.detail.pressed)) event.preventDefault();
  });
}

/** Does what the shortcut says, and returns whether anybody had something to do. */
export function runShortcut(name: ShortcutName, pressed: KeyboardEvent): boolean {
  const detail = { name, pressed };
  return !window.dispatchEvent(new CustomEvent(EVENT, { detail, cancelable: true }));
}
