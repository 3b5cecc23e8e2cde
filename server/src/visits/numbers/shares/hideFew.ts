import { LIMITS } from '@fairlead/contract/limits';
import type { Analytics } from '@fairlead/contract/operations/analytics';

/** Without the values that so few clicks have that somebody could be told by them. */
export function hideFew(numbers: Analytics): Analytics {
  const lists = Object.entries(numbers.topValues).map(([name, list]) => [
    name,
    list.filter(({ clicks }) => clicks >= LIMITS.fewestShared),
  ]);
  return { ...numbers, topValues: Object.fromEntries(lists) as Analytics['topValues'] };
}
