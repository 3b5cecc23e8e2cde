import { useNavigate, useSearch } from '@tanstack/react-router';
import { FACTS } from './factsOfUrl.ts';
import { type NumbersWindow, readNumbersWindow } from './numbersWindow.ts';

/** What a window has in a URL. */
const OWN = new Set<string>(['period', 'from', 'to', 'compare', ...FACTS]);

/** The window in the URL of the page, and what puts another one there; everything else in the URL stays. */
export function useNumbersWindow(): [NumbersWindow, (next: NumbersWindow) => void] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const choose = (next: NumbersWindow) => {
    const others = Object.entries(search).filter(([name]) => !OWN.has(name));
    // Going back undoes a choice.
    void navigate({ to: '.', search: { ...Object.fromEntries(others), ...next } });
  };
  return [readNumbersWindow(search), choose];
}
