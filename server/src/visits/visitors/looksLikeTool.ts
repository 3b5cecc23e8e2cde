/**
 * What gives away a program behind a desktop browser's user agent. Rules rather than names, so that they
 * also hold for programs that nobody has listed; each pattern is linear, for user agents may be hostile.
 */
const GIVEAWAYS: readonly RegExp[] = [
  // Electron apps open links in the system's browser: what loads one itself is an editor or its assistant.
  /\bElectron\//,
  // Browsers name their engine right after the system, and nothing without a version right before Chrome.
  /^Mozilla\/5\.0 \([^()]*\) [\w.-]+\/[\w.]+ AppleWebKit\//,
  /like Gecko\) [A-Za-z]+ Chrome\//,
  // On Linux, where tools run, every browser's user agent ends in a version.
  /^Mozilla\/5\.0 \(X11; [^()]*\) AppleWebKit\/.* Safari\/[\d.]+ [A-Za-z]+$/,
  // The reduced comment of a Mac ends with its system's version.
  /^Mozilla\/5\.0 \(Macintosh; Intel Mac OS X 10_15_7; (?!rv:)/,
  // Safari has stated its version since 2007; so has everything on a Mac that ends like it, except for Chrome.
  /^Mozilla\/5\.0 \(Macintosh;(?!.* (?:Version|Chrome)\/).* Safari\//,
];

/** Whether a desktop's user agent, in which no table found a browser or an app, is a tool's. */
export function looksLikeTool(userAgent: string): boolean {
  return GIVEAWAYS.some((pattern) => pattern.test(userAgent));
}
