/** Schemes that run script, read the visitor's files, open tools of the system or show what the browser alone may show. */
const FOREIGN_SCHEMES: ReadonlySet<string> = new Set([
  'javascript',
  'data',
  'vbscript',
  'file',
  'blob',
  'filesystem',
  'content',
  'view-source',
  // These carry another address within, which their readers follow.
  'feed',
  'jar',
  'mhtml',
  // Pages of browsers, and files in them.
  'about',
  'chrome',
  'chrome-extension',
  'edge',
  'moz-extension',
  'resource',
  // Windows: folders, resources of programs, help files and searches on someone else's server.
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
