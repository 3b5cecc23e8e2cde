import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import type { RouteForm } from './RouteForm.ts';
import type { RuleDraft } from './routeDrafts.ts';

export type Direction = 'up' | 'down';

interface RuleOrder {
  /** What the live region says. */
  readonly said: string;
  /** The rule that is being dragged. */
  readonly dragged: string | undefined;
  readonly move: (place: number, direction: Direction) => void;
  /** Begins to drag the rule of a key, which its handle was pressed for. */
  readonly drag: (key: string, event: PointerEvent) => void;
}

/** Changes the order of rules by buttons and by dragging. The list has a `data-item` with its key on each item. */
export function useRuleOrder(form: RouteForm): RuleOrder {
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<string>();
  const refocus = useRef<{ readonly key: string; readonly direction: Direction }>(undefined);
  // An element that changes its place in the document loses the focus.
  useLayoutEffect(() => {
    const { key, direction } = refocus.current ?? {};
    refocus.current = undefined;
    if (key === undefined) return;
    const buttons = itemOf(key)?.querySelectorAll<HTMLButtonElement>('[data-move]:enabled') ?? [];
    const same = [...buttons].find((button) => button.dataset['move'] === direction);
    (same ?? buttons[0])?.focus();
  });
  const put = (from: number, to: number) => {
    const { rules } = form.getValues();
    form.reorderListItem('rules', { from, to });
    setSaid(`${nameOfRule(rules[from], from)} is now number ${to + 1} of ${rules.length}.`);
  };
  return {
    said,
    dragged,
    move(place, direction) {
      const key = form.getValues().rules[place]?.key;
      if (key !== undefined) refocus.current = { key, direction };
      put(place, direction === 'up' ? place - 1 : place + 1);
    },
    drag(key, event) {
      event.preventDefault();
      setDragged(key);
      followPointer(
        ({ clientY }) => {
          const keys = form.getValues().rules.map((rule) => rule.key);
          const from = keys.indexOf(key);
          const to = placeAt(keys, from, clientY);
          if (to !== from) put(from, to);
        },
        () => setDragged(undefined),
      );
    },
  };
}

/** What a rule is called where it has no name yet. */
export function nameOfRule(rule: Pick<RuleDraft, 'name'> | undefined, place: number): string {
  return rule === undefined || rule.name.trim() === '' ? `Rule ${place + 1}` : `“${rule.name}”`;
}

function itemOf(key: string): HTMLElement | null {
  return document.querySelector(`[data-item="${CSS.escape(key)}"]`);
}

/** Until the button is released; on the window, because the pressed handle changes its place. */
function followPointer(onMove: (event: globalThis.PointerEvent) => void, onEnd: () => void): void {
  const following = new AbortController();
  const { signal } = following;
  const end = () => {
    following.abort();
    onEnd();
  };
  window.addEventListener('pointermove', onMove, { signal });
  window.addEventListener('pointerup', end, { signal });
  window.addEventListener('pointercancel', end, { signal });
}

/** The place of the item whose middle the pointer has passed; `from` if it has passed none. */
function placeAt(keys: readonly string[], from: number, y: number): number {
  const middles = keys.map((key) => {
    const { top = 0, height = 0 } = itemOf(key)?.getBoundingClientRect() ?? {};
    return top + height / 2;
  });
  const above = middles.findIndex((middle, place) => place < from && y < middle);
  const below = middles.findLastIndex((middle, place) => place > from && y > middle);
  return above >= 0 ? above : below >= 0 ? below : from;
}
