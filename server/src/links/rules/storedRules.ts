import type { NamedRule, Rule } from '@fairlead/contract/rules';

/** Rules as they are stored, each with a name: one that has none gets the first free "Rule 1", "Rule 2". Null without any. */
export function storedRules(rules: readonly Rule[] | null | undefined): NamedRule[] | null {
  if (rules === null || rules === undefined || rules.length === 0) return null;
  const taken = new Set(rules.flatMap(({ name }) => name?.trim().toLowerCase() ?? []));
  const give = (place: number): string => {
    let number = place;
    while (taken.has(`rule ${number}`)) number += 1;
    taken.add(`rule ${number}`);
    return `Rule ${number}`;
  };
  return rules.map(({ name, ...rule }, index) => ({
    name: name?.trim() ?? give(index + 1),
    ...rule,
  }));
}
