import { differencesOf, type LinkValues } from '../form/linkValues.ts';

/** A field that someone else has changed meanwhile. */
export interface ForeignChange {
  readonly name: keyof LinkValues;
  readonly theirs: LinkValues[keyof LinkValues];
  /** What was typed here, if it was changed here as well. */
  readonly mine?: LinkValues[keyof LinkValues];
}

interface Rebased {
  /** What the form shows from now on. */
  readonly values: LinkValues;
  readonly changes: readonly ForeignChange[];
}

/**
 * A form goes on from a newer version of its link: what was typed stays, and what others have changed and this form has
 * not is taken over.
 */
export function rebase(before: LinkValues, values: LinkValues, theirs: LinkValues): Rebased {
  const mine = new Set(differencesOf(before, values));
  const foreign = differencesOf(before, theirs);
  const taken = foreign.filter((name) => !mine.has(name));
  return {
    values: { ...values, ...Object.fromEntries(taken.map((name) => [name, theirs[name]])) },
    changes: foreign.map((name) => ({
      name,
      theirs: theirs[name],
      ...(mine.has(name) && { mine: values[name] }),
    })),
  };
}
