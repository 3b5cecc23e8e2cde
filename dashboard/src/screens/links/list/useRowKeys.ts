import type { RefObject } from 'react';
import { useOnShortcut } from '../../../frame/shortcuts/useOnShortcut.ts';

/**
 * Moves the focus from link to link: from the row that has it, or to the first one in view. The next row is always drawn, if only
 * out of view.
 */
export function useRowKeys(
  scroller: RefObject<HTMLElement | null>,
  firstInView: () => number,
): void {
  const move = (by: 1 | -1) => (pressed: KeyboardEvent) => {
    const table = scroller.current;
    if (table === null) return false;
    // Elsewhere, arrows scroll the page.
    const inside = table.contains(document.activeElement);
    if (pressed.key.startsWith('Arrow') && !inside) return false;
    const row = document.activeElement?.closest('[aria-rowindex]');
    const from = row && inside ? Number(row.getAttribute('aria-rowindex')) - 2 : undefined;
    return focusRow(table, from === undefined ? firstInView() : from + by);
  };
  useOnShortcut({ nextRow: move(1), previousRow: move(-1) });
}

/** False if there is no such row. */
function focusRow(table: HTMLElement, index: number): boolean {
  const row = table.querySelector(`[role="row"][aria-rowindex="${index + 2}"]`);
  const target = row?.querySelector<HTMLElement>('a') ?? row?.querySelector<HTMLElement>('input');
  if (!target) return false;
  target.focus({ preventScroll: true });
  // As high as the row, and always in view from side to side.
  target.closest('[role="cell"]')?.scrollIntoView({ block: 'nearest' });
  return true;
}
