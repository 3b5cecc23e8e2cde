import type { CsvField } from '@fairlead/imports/sources/csv';
import { FIELD_LABELS } from '../../api/fieldLabels.ts';

/** What a column of any file can be, labelled as on other screens. */
export const COLUMN_LABELS: Readonly<Record<CsvField, string>> = {
  shortUrl: 'Short URL',
  slug: FIELD_LABELS.slug,
  domain: FIELD_LABELS.domain,
  fallbackUrl: FIELD_LABELS.fallbackUrl,
  iosUrl: FIELD_LABELS.iosUrl,
  androidUrl: FIELD_LABELS.androidUrl,
  iosFallbackUrl: FIELD_LABELS.iosFallbackUrl,
  androidFallbackUrl: FIELD_LABELS.androidFallbackUrl,
  type: FIELD_LABELS.type,
  name: FIELD_LABELS.name,
  externalId: FIELD_LABELS.externalId,
  ogTitle: FIELD_LABELS.ogTitle,
  ogDescription: FIELD_LABELS.ogDescription,
  ogImage: FIELD_LABELS.ogImage,
  tags: FIELD_LABELS.tags,
  archived: `${FIELD_LABELS.archived} (yes or no)`,
  createdAt: 'Created',
  expiresAt: FIELD_LABELS.expiresAt,
  importedClicks: FIELD_LABELS.importedClicks,
  parameters: `${FIELD_LABELS.parameters} (JSON)`,
  metadata: `${FIELD_LABELS.metadata} (JSON)`,
  allowQueryPassthrough: `${FIELD_LABELS.allowQueryPassthrough} (yes or no)`,
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_term: 'utm_term',
  utm_content: 'utm_content',
};
