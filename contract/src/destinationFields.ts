/** Where a link can lead, in the order in which forms and views show it (Rule: resources 4). */
export const DESTINATION_FIELDS = [
  'fallbackUrl',
  'iosUrl',
  'androidUrl',
  'iosFallbackUrl',
  'androidFallbackUrl',
] as const;
export type DestinationField = (typeof DESTINATION_FIELDS)[number];

/** Their names in forms and sentences. */
export const DESTINATION_LABELS: Readonly<Record<DestinationField, string>> = {
  fallbackUrl: 'Destination',
  iosUrl: 'iPhone and iPad',
  androidUrl: 'Android',
  iosFallbackUrl: 'iPhone and iPad without the app',
  androidFallbackUrl: 'Android without the app',
};
