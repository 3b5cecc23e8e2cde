/** The services that send events to an address of their own. */
export const EVENT_SOURCE_KINDS = [
  'revenuecat',
  'app_store',
  'google_play',
  'stripe',
  'custom',
] as const;

/** Who says events: an app, whose key everyone who has it can read; a server with a secret key; or an event source, by its kind. */
export const EVENT_SPEAKERS = ['app', 'server', ...EVENT_SOURCE_KINDS] as const;
