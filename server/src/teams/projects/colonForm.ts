/** A SHA-256 fingerprint in upper case with colons, as association checkers require it (Rule: sdk-clients). */
export function colonForm(fingerprint: string): string {
  const digits = fingerprint.replaceAll(':', '').toUpperCase();
  return digits.match(/../g)?.join(':') ?? digits;
}
