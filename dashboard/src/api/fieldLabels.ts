import { DESTINATION_LABELS } from '@fairlead/contract/destinationFields';

/** The labels of the API's fields on screens: in forms, views, imports and findings alike. */
export const FIELD_LABELS = {
  name: 'Name',
  type: 'Type',
  slug: 'Slug',
  domain: 'Domain',
  externalId: 'External ID',
  ...DESTINATION_LABELS,
  ogTitle: 'Preview title',
  ogDescription: 'Preview description',
  ogImage: 'Preview image',
  metadata: 'Metadata',
  parameters: 'Parameters',
  allowQueryPassthrough: 'Pass query parameters through',
  iosSocialBreakout: 'Page with an “Open app” button',
  iosBrowserAutoOpen: 'Opens automatically in browsers',
  tags: 'Tags',
  folderId: 'Folder',
  archived: 'Archived',
  expiresAt: 'Expires',
  expiresAfterClicks: 'Expires after so many clicks',
  expiredUrl: 'Destination after that',
  rules: 'Rules',
  variants: 'Experiment',
  country: 'Country',
  language: 'Language',
  platform: 'System',
  osVersion: 'System version',
  device: 'Device',
  app: 'In-app browser',
  referrer: 'Page before',
  query: 'Query parameters',
  'when.from': 'From',
  'when.to': 'Until',
  weekdays: 'Days of the week',
  hours: 'Hours',
  appBuild: 'App build',
  share: 'Share',
  'to.slug': 'Link',
  to: 'Target',
  timeZone: 'Time zone',
  importedClicks: 'Imported clicks',
  email: 'Email',
  password: 'Password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  code: 'Code',
  host: 'Domain',
  allowedHosts: 'Allowed hosts',
  appLinkHosts: 'Further hosts',
  'utmValues.source': 'Source',
  'utmValues.medium': 'Medium',
  'utmValues.campaign': 'Campaign',
  'utmValues.term': 'Term',
  'utmValues.content': 'Content',
  defaultUrl: 'Default URL',
  matchingWindowMinutes: 'Matching window',
  clickRetentionDays: 'Click retention',
  teamId: 'Team ID',
  bundleId: 'Bundle ID',
  storeId: 'App Store ID',
  scheme: 'Custom scheme',
  packageName: 'Package name',
  sha256Fingerprints: 'SHA-256 fingerprints',
} as const;

const labels: Readonly<Record<string, string>> = FIELD_LABELS;

/** The label of a field by its API path, such as `ios.teamId`; undefined for one that no screen has. */
export function labelOf(path: string): string | undefined {
  const parts = path.split('.');
  return parts
    .map((part, place) => labels[`${parts[place - 1]}.${part}`] ?? labels[part])
    .findLast((label) => label !== undefined);
}
