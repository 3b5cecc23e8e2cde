/** To be called before a dialog opens; what it gives, once the dialog is gone: the focus goes back to what opened it. */
export function returnFocus(): () => void {
  const trigger = findTrigger();
  // Unless something else, such as a new key, has opened meanwhile.
  return () => {
    setTimeout(() => {
      if (document.activeElement === document.body) trigger?.focus();
    });
  };
}

/** What gets the focus afterwards: a menu entry is gone by then, its button is not. */
function findTrigger(): HTMLElement | null {
  const menu = document.activeElement?.closest('[role="menu"]');
  return menu ? document.querySelector<HTMLElement>(`[aria-controls="${menu.id}"]`) : null;
}
