/**
 * The one name that ICU has for a time zone, whichever of its names is given: `Asia/Calcutta` for `Asia/Kolkata`, since ICU stays with
 * the name that it knew first. Undefined for what is no zone.
 */
export function formalTimeZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Offsets are no names: they have no summer time, and `+01:00` means the opposite to PostgreSQL. */
export function formalNamedTimeZone(name: string): string | undefined {
  return /^[A-Za-z]/.test(name) ? formalTimeZone(name) : undefined;
}
