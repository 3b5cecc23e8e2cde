/** The installation that opens: as much of its record as attribution asks for. */
export interface OpeningInstallation {
  readonly id: string;
  readonly firstSeenAt: Date;
  /** The installation of the same device before this one: a reinstall. */
  readonly previousId: string | null;
}

export type CreditKind = 'install' | 'returning';

/**
 * Rule: attribution, export columns: a return where the installation was known before the click, or is a
 * reinstallation of one; else an install.
 */
export function creditKindOf(opener: OpeningInstallation, clickedAt: Date): CreditKind {
  const known = opener.previousId !== null || opener.firstSeenAt < clickedAt;
  return known ? 'returning' : 'install';
}
