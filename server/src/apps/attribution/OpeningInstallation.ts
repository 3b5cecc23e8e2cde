/** The installation that opens the app: the part of its record that attribution needs. */
export interface OpeningInstallation {
  readonly id: string;
  readonly firstSeenAt: Date;
  /** The previous installation on the same device: this one is a reinstall. */
  readonly previousId: string | null;
}

export type CreditKind = 'install' | 'returning';

/**
 * Rule: attribution, export columns: a return if the installation was known before the click or is a
 * reinstall; else an install.
 */
export function creditKindOf(opener: OpeningInstallation, clickedAt: Date): CreditKind {
  const known = opener.previousId !== null || opener.firstSeenAt < clickedAt;
  return known ? 'returning' : 'install';
}
