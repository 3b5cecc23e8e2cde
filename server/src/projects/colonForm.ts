/** A SHA-256 fingerprint upper-case with colons, as association checkers want it (Rule: sdk-clients). */
export function colonForm(fingerprint: string): string {
  const digits = fingerprint.replaceAll(':', '').toUpperCase();
  return digits.match(/../g)?.join(':') ?? digits;
}
