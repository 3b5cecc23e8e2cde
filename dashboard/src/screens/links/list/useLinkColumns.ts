import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentUserQuery } from '../../../api/project.ts';
import { DEFAULT_COLUMNS, LINK_COLUMNS, type LinkColumn } from './linkColumns.tsx';

/** Choices are separate for wide and narrow windows; the default also handles sizes in between. */
type Width = 'wide' | 'narrow';
type Choice = Partial<Record<Width, readonly string[]>>;

export interface ChosenColumns {
  readonly columns: readonly LinkColumn[];
  readonly narrow: boolean;
  /** Whether the person is known yet. */
  readonly ready: boolean;
  /** Undefined: the default. */
  readonly choose: (keys: readonly string[] | undefined) => void;
}

/**
 * The columns that this person has chosen on this device, separately for wide and narrow windows, in the
 * order of the table.
 */
export function useLinkColumns(): ChosenColumns {
  const { data: me, isPending, failureCount } = useQuery(currentUserQuery);
  const narrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  const medium = useMediaQuery('(max-width: 74em)', undefined, { getInitialValueInEffect: false });
  const width: Width = narrow ? 'narrow' : 'wide';
  const owner = me?.user.id;
  const [held, setHeld] = useState<{ readonly owner: string; readonly choice: Choice }>();
  const choice = owner === undefined ? {} : held?.owner === owner ? held.choice : readChoice(owner);
  const keys: readonly string[] =
    choice[width] ?? DEFAULT_COLUMNS[!narrow && medium ? 'medium' : width];
  return {
    columns: LINK_COLUMNS.filter(({ key }) => keys.includes(key)),
    narrow,
    // A failed request about columns must not hold back the links.
    ready: !isPending || failureCount > 0,
    choose(next) {
      if (owner === undefined) return;
      const { [width]: _old, ...rest } = choice;
      const changed: Choice = next === undefined ? rest : { ...rest, [width]: next };
      setHeld({ owner, choice: changed });
      writeChoice(owner, changed);
    },
  };
}

const placeOf = (owner: string) => `fairlead.linkColumns.${owner}`;

/** A browser may forbid storage, and it may contain anything. */
function readChoice(owner: string): Choice {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(placeOf(owner)) ?? '{}');
    const { wide, narrow } = { ...(value as Record<string, unknown>) };
    return {
      ...(Array.isArray(wide) && { wide: wide.map(String) }),
      ...(Array.isArray(narrow) && { narrow: narrow.map(String) }),
    };
  } catch {
    return {};
  }
}

function writeChoice(owner: string, choice: Choice): void {
  try {
    localStorage.setItem(placeOf(owner), JSON.stringify(choice));
  } catch {
    // The choice lasts until the page is left.
  }
}
