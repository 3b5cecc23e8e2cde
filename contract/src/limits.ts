/** Limits that the contract fixes; lengths in UTF-16 code units unless a name says bytes. */
export const LIMITS = {
  /** Rule: bodies. */
  /** Of the whole slug, including slashes. */
  slugLength: 255,
  /** Rules of a link, and variants of its experiment. */
  rulesPerLink: 20,
  variantsPerLink: 5,
  ruleNameLength: 64,
  /** Places where QR codes of a link are printed. */
  placementsPerLink: 100,
  placementNameLength: 100,
  /** Days that a dry run looks back, and simultaneous ones of one project in one process. */
  dryRunDays: 90,
  dryRuns: 2,
  destinationReads: 3,
  /** Saved views of links, of each person and of the team. */
  linkViews: 50,
  /** Days that a series by hour can have. */
  hourlyDays: 31,
  /** Notes on days, and shared pages of numbers, of a project. */
  annotations: 1000,
  annotationLength: 200,
  numberShares: 100,
  /** Clicks of the least common value that a shared page shows. */
  fewestShared: 5,
  /** Templates of links, of a project. */
  linkTemplates: 100,
  /** Allowed values of each `utm_` parameter of a project. */
  utmValues: 200,
  utmValueLength: 100,
  /** Values that a condition of a rule lists. */
  valuesPerCondition: 250,
  foldersPerProject: 1000,
  folderEditors: 100,
  tagsPerLink: 50,
  tagLength: 64,
  nameLength: 255,
  externalIdLength: 255,
  idempotencyKeyLength: 255,
  resolveUrlMinLength: 3,
  destinationLength: 8192,
  freeFormBytes: 32 * 1024,
  freeFormDepth: 10,
  bodyBytes: 256 * 1024,
  /** Properties of all objects in a body together. */
  bodyProperties: 2000,
  /** Levels of objects and arrays in a body. */
  bodyDepth: 32,
  /** Bulk creation streams, so its body may be larger; each row is limited to `bodyBytes`. */
  bulkBytes: 64 * 1024 * 1024,
  bulkRows: 10_000,
  /** Simultaneous bulk creations of one project in one process. */
  bulkCalls: 4,
  /** Links per step of a change of many, and in all of its steps. */
  changeStep: 1000,
  changeTotal: 100_000,
  /** Links that a preview of a change of many shows. */
  changeExamples: 20,
  /** The last changes of a link that its history keeps. */
  linkChanges: 100,
  /** What members write on the page of a link. */
  commentsPerLink: 500,
  commentLength: 2000,
  /** Days for which a deleted link is listed as deleted. */
  trashDays: 30,
  /** Maximum entries per page of a list. */
  pageSize: 200,
  /** Ids that one call names, to delete, restore or undo. */
  idsPerCall: 1000,
  searchLength: 255,
  /** Days for which an invitation to a project can be accepted. */
  invitationDays: 7,
  passkeysPerAccount: 20,
  /** Hours for which a test code works. */
  testCodeHours: 24,
  /** Rule: events. Events of a call by an app and by a server, and the body of such a call. */
  sdkEventsPerCall: 100,
  eventsPerCall: 1000,
  eventsBytes: 1024 * 1024,
  /** Properties of all objects in such a body together. */
  eventsProperties: 50_000,
  eventIdLength: 255,
  eventNameLength: 255,
  /** Objects in the list of an event, and its free-form properties. */
  itemsPerEvent: 100,
  eventPropertiesBytes: 10 * 1024,
  /** Minor units, either way: nine thousand events of it can be added up exactly by every client. */
  eventAmount: 1_000_000_000_000,
  eventQuantity: 1_000_000,
  /** Names of events that the numbers of a link list: the most common ones. */
  eventNames: 500,
  /** Groups by which the numbers of events are broken down. */
  eventGroups: 500,
  costsPerCall: 5000,
  costsListed: 1000,
  costCampaignLength: 255,
  funnelSteps: 8,
  funnelHours: 24 * 90,
  /** Days for which a link that has opened a known installation can be credited with its events. */
  reengagementDays: 90,
  /** Services that send events to a project, and the secret that each signs with. */
  eventSources: 20,
  eventDeletions: 100,
  dailyAppEvents: 1_000_000_000,
  sourceSecretLength: 1024,
  /** Rule: passthrough. */
  passthroughKeyLength: 64,
  passthroughCount: 25,
  passthroughValueLength: 1024,
  passthroughTotalBytes: 4096,
  /** A request's URL and headers: all that a link forwards, percent-encoded twice, is half of it in any script. */
  headBytes: 32 * 1024,
  /** The app's own identifiers, of installations and customers, and the device's; all are indexed. */
  installationIdLength: 255,
  telemetryLength: 1024,
  /** Installations that one call counts by how they were matched: the newest. */
  installationsCounted: 10_000,
  /** Rule: builds. */
  appBuildLength: 32,
  routeLength: 255,
  routesPerBuild: 1000,
  /** Of a pattern: its segments, and those that are `**`. */
  routeSegments: 16,
  routeGlobstars: 2,
  /** Builds of one system that a project keeps: those published last. */
  publishedBuilds: 1000,
  /** Days since it was last seen for which an installation counts as a phone with the app. */
  reachDays: 30,
  /** Rule: bodies. Days. */
  installationTokenDays: 180,
  installationTokenRefreshDays: 90,
  /** Links of an export, and clicks. */
  exportRows: 100_000,
  exportClicks: 20_000_000,
  exportLinkDays: 7,
  /** Days for which a finished export can be read. */
  exportDays: 7,
  /** Rule: visitors. Pixels per side of a QR image. */
  qrMinSize: 64,
  qrSize: 2048,
  /** Squares around a QR code. */
  qrMargin: 32,
  /** QR codes that the dashboard puts into one ZIP file. */
  qrCodesPerZip: 1000,
  /** Images that people upload, and how many of a project are worked on simultaneously in one process. */
  imageBytes: 10 * 1024 * 1024,
  imageMegapixels: 50,
  /** Width times height, channels and bytes of each: 50 megapixels of 8 bits with transparency, or half of them of 16. */
  imageDecodedBytes: 200 * 1024 * 1024,
  imagesAtOnce: 2,
  /** Images for previews of links, of a project, and what remains of each. Some messengers show no larger ones. */
  linkImages: 1000,
  linkImageBytes: 300 * 1024,
  /** As pages have them: a page with both stays under 15 KB. */
  brandLogoBytes: 4608,
  brandIconBytes: 1024,
  brandUrlLength: 300,
  mailSenderLength: 60,
  /** Before or after the words of a mail. */
  mailWordsLength: 600,
} as const;

/** A limit as it is shown in texts: `10,000`, or `64 MB` where the name says bytes. */
export function limitText(name: keyof typeof LIMITS): string {
  const limit: number = LIMITS[name];
  if (!name.endsWith('Bytes')) return limit.toLocaleString('en-US');
  return limit >= 1024 ** 2 ? `${limit / 1024 ** 2} MB` : `${limit / 1024} KB`;
}

/** Size limit of free-form objects, for descriptions. */
export const FREE_FORM_SIZE = `At most ${limitText('freeFormBytes')} as JSON, ${LIMITS.freeFormDepth} levels deep.`;

/** What a slug, or the first segment of one, can never be: paths of a link host (Rule: bodies 4). In lower case. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  '.',
  '..',
  '.well-known',
  'd',
  'robots.txt',
  'favicon.ico',
  'apple-app-site-association',
  'sitemap.xml',
  'health',
  'ready',
  '_s',
]);

/** Keys that passthrough never forwards (Rule: passthrough 6). */
export const RESERVED_QUERY_KEYS: ReadonlySet<string> = new Set([
  'debug',
  '_dbg',
  '_qr',
  '_nodl',
  '_lc',
  '_lr',
  'ulhop',
  'd',
  '__proto__',
  'constructor',
  'prototype',
]);

/** Of as many tags as a link can have, with commas between them. */
export const TAGS_LENGTH = LIMITS.tagsPerLink * (LIMITS.tagLength + 1);
