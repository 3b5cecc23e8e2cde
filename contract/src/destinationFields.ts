/** Where a link can lead, in the order in which forms and views show it (Rule: resources 4). */
export const DESTINATION_FIELDS = [
  'fallbackUrl',
  'iosUrl',
  'androidUrl',
  'iosFallbackUrl',
  'androidFallbackUrl',
] as const;
export type DestinationField = (typeof DESTINATION_FIELDS)[number];

/** Where a change of many links can replace text. */
export const REPLACED_FIELDS = [...DESTINATION_FIELDS, 'expiredUrl'] as const;
export type ReplacedField = (typeof REPLACED_FIELDS)[number];

/** The names of destinations in forms and sentences. */
export const DESTINATION_LABELS: Readonly<Record<DestinationField, string>> = {
  fallbackUrl: 'Destination',
  iosUrl: 'iPhone and iPad',
  androidUrl: 'Android',
  iosFallbackUrl: 'iPhone and iPad without the app',
  androidFallbackUrl: 'Android without the app',
};
