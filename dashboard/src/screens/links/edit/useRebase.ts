import { useEffect, useRef, useState } from 'react';
import type { LinkConflict } from './linkVersion.ts';
import type { LinkFormState } from '../form/LinkFormState.ts';
import { type LinkValues, valuesOf } from '../form/linkValues.ts';
import { type ForeignChange, rebase } from './rebase.ts';

/** Lets a form go on from a newer version of its link; what both have changed is left to the person. */
export function useRebase(
  form: LinkFormState,
  initial: LinkValues,
  conflict: LinkConflict | undefined,
): {
  /** The values that the form has begun with, or gone on from. */
  readonly before: () => LinkValues;
  readonly changes: readonly ForeignChange[];
  /** Another number after each version, and each choice. */
  readonly revision: number;
  readonly take: (changes: readonly ForeignChange[], whose: 'mine' | 'theirs') => void;
} {
  const base = useRef(initial);
  const [changes, setChanges] = useState<readonly ForeignChange[]>([]);
  const [revision, setRevision] = useState(0);
  useEffect(() => {
    if (conflict === undefined) return;
    const theirs = valuesOf(conflict.link);
    const rebased = rebase(base.current, form.getValues(), theirs);
    base.current = theirs;
    form.setInitialValues(theirs);
    form.setValues(rebased.values);
    setChanges(rebased.changes);
    setRevision((now) => now + 1);
    // Once for each version.
  }, [conflict]);
  return {
    before: () => base.current,
    changes,
    revision,
    take(chosen, whose) {
      const entries = chosen.flatMap(({ name, theirs, mine }) =>
        mine === undefined ? [] : [[name, whose === 'mine' ? mine : theirs] as const],
      );
      form.setValues(Object.fromEntries(entries));
      setRevision((now) => now + 1);
    },
  };
}
