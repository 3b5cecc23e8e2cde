import { useNavigate, useSearch } from '@tanstack/react-router';
import { type NumbersWindow, readNumbersWindow } from './numbersWindow.ts';

/** The window in the URL of the page, and what puts another one there; everything else in the URL stays. */
export function useNumbersWindow(): [NumbersWindow, (next: NumbersWindow) => void] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { period: _period, from: _from, to: _to, compare: _compare, ...others } = search;
  const choose = (next: NumbersWindow) =>
    void navigate({ to: '.', search: { ...others, ...next }, replace: true });
  return [readNumbersWindow(search), choose];
}
