/** Where a link can lead, in the order in which forms and views show it (Rule: resources 4). */
export const DESTINATION_FIELDS = [
  'fallbackUrl',
  'iosUrl',
  'androidUrl',
  'iosFallbackUrl',
  'androidFallbackUrl',
] as const;
