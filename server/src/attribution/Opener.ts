/** The installation that opens: as much of its record as attribution asks for. */
export interface Opener {
  readonly id: string;
  readonly firstSeenAt: Date;
  /** The installation of the same device before this one: a reinstall. */
  readonly previousId: string | null;
}

export type CreditKind = 'install' | 'returning';

/**
 * DECISIONS 14, export columns: a return where the installation was known before the click, or is a
 * reinstallation of one; an install where it was not, or where nobody says which installation it is.
 */
export function creditKindOf(opener: Opener | null, clickedAt: Date): CreditKind {
  if (opener === null) return 'install';
  const known = opener.previousId !== null || opener.firstSeenAt < clickedAt;
  return known ? 'returning' : 'install';
}
