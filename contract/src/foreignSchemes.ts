/** Schemes that run scripts, read the visitor's files, open system tools or show what only the browser may show. */
const FOREIGN_SCHEMES: ReadonlySet<string> = new Set([
  'javascript',
  'data',
  'vbscript',
  'file',
  'blob',
  'filesystem',
  'content',
  'view-source',
  // These contain another URL, which their readers follow.
  'feed',
  'jar',
  'mhtml',
  // Browsers' internal pages and files.
  'about',
  'chrome',
  'chrome-extension',
  'edge',
  'moz-extension',
  'resource',
  // Windows: folders, program resources, help files and searches on someone else's server.
  'shell',
  'res',
  'mk',
  'its',
  'hcp',
  'search',
  'search-ms',
]);

/** Whether a scheme, in lower case, must never be opened from a link; `ms-…` starts programs of Windows. */
export function isForeignScheme(scheme: string): boolean {
  return FOREIGN_SCHEMES.has(scheme) || scheme.startsWith('ms-');
}
