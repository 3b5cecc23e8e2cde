import { DESTINATION_FIELDS, type DestinationField } from '@fairlead/contract/destinationFields';
import type { Rule, RuleTarget, Variant } from '@fairlead/contract/rules';

/** Rules and variants as a request or a link has them. */
export interface Ruled {
  readonly rules?: readonly Rule[] | null;
  readonly variants?: readonly Variant[] | null;
}

interface FoundTarget {
  /** In a body of a link. */
  readonly path: readonly string[];
  readonly to: RuleTarget;
}

/** Where the rules and variants of a link lead. */
export function targetsOf({ rules, variants }: Ruled): FoundTarget[] {
  return Object.entries({ rules, variants }).flatMap(([field, list]) =>
    (list ?? []).map(({ to }, index) => ({ path: [field, String(index), 'to'], to })),
  );
}

/** The same list with every destination replaced. */
export function withDestinations<Each extends Pick<Rule, 'to'>>(
  list: readonly Each[],
  replace: (url: string, field: DestinationField) => string,
): Each[] {
  return list.map((each) => {
    const to = { ...each.to };
    for (const field of DESTINATION_FIELDS) {
      const url = to[field];
      if (url !== undefined) to[field] = replace(url, field);
    }
    return { ...each, to };
  });
}

/** Whether a target has destinations of its own. */
export function hasDestinations(to: RuleTarget): boolean {
  return DESTINATION_FIELDS.some((field) => to[field] !== undefined);
}
