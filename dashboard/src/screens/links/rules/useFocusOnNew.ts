import { type RefObject, useEffect, useRef } from 'react';

/**
 * Puts the focus into the first field of a list item that was just added: call the returned function with its key before. The
 * items have it as `data-item`.
 */
export function useFocusOnNew(list: RefObject<HTMLElement | null>): (key: string) => void {
  const added = useRef<string>(undefined);
  useEffect(() => {
    if (added.current === undefined) return;
    const item = list.current?.querySelector(`[data-item="${CSS.escape(added.current)}"]`);
    const field = item?.querySelector<HTMLElement>('input:not([type="hidden"])');
    if (!field) return;
    added.current = undefined;
    // After a menu has given the focus back to its button.
    requestAnimationFrame(() => field.focus());
  });
  return (key) => {
    added.current = key;
  };
}
