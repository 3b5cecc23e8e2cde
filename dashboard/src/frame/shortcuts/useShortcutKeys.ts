import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import { IS_APPLE } from './isApple.ts';
import { runShortcut } from './useOnShortcut.ts';
import { useCharacterKeys } from './useCharacterKeys.ts';
import { useShortcuts } from './useShortcuts.ts';

/** Milliseconds that the first key of two waits for the second. */
const PATIENCE = 10_000;
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock']);

/** Listens for the keys of all shortcuts. */
export function useShortcutKeys(): void {
  const shortcuts = useShortcuts().flatMap((group) => group.shortcuts);
  const [characterKeys] = useCharacterKeys();
  const begun = useRef<{ readonly keys: readonly string[]; readonly at: number }>(undefined);
  const take = (event: KeyboardEvent, key: string): boolean => {
    const before = begun.current;
    begun.current = undefined;
    const fresh = before !== undefined && event.timeStamp - before.at < PATIENCE;
    const keys = fresh ? [...before.keys, key] : [key];
    const fits = (length: number) =>
      shortcuts.find((each) => each.keys.some((some) => isSame(some.slice(0, length), keys)));
    const meant = fits(Number.POSITIVE_INFINITY);
    if (meant) return (!event.repeat || meant.repeats === true) && runShortcut(meant.name, event);
    if (!event.repeat && fits(keys.length)) begun.current = { keys, at: event.timeStamp };
    return false;
  };
  useWindowEvent('keydown', (event) => {
    const key = keyOf(event);
    if (key === undefined || isTaken(event, key)) return;
    if (!characterKeys && key.length === 1) return;
    if (take(event, key)) event.preventDefault();
  });
  useWindowEvent('pointerdown', () => {
    begun.current = undefined;
  });
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}

/** The key as the table names it; undefined for a modifier alone, and with modifiers that no shortcut has. */
function keyOf(event: KeyboardEvent): string | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (MODIFIERS.has(key) || altKey || event.defaultPrevented || event.isComposing) return undefined;
  const [mod, other] = IS_APPLE ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  // Characters such as ? need Shift on many keyboards; nothing else does.
  if (other || (shiftKey && (mod || !/^[^\p{Letter}]$/u.test(key)))) return undefined;
  return mod ? `mod+${key.toLowerCase()}` : key;
}

/** Whether a dialog is open over the page, or the key belongs to what has the focus. */
function isTaken({ target }: KeyboardEvent, key: string): boolean {
  if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return true;
  if (key.startsWith('mod+') || !(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('textarea, select, input:not([type="checkbox"], [type="radio"])') ||
    target.closest('[role="dialog"], [role="menu"]') !== null
  );
}
