import { COUNTED_FIELDS, LINK_TOP_HEADINGS } from '#visits/clicks/facts/Click.ts';

const TOP = Object.values(LINK_TOP_HEADINGS).join(',');

/** Rule: exports 5, in this order; `readRows` writes the rest of the lines. */
export const CSV_HEADING =
  'Name,Type,Slug,Short URL,Created At,Clicks,New Installs,Returning Users,Attributed Clicks,' +
  `${TOP},Last Clicked At,Period Start,Period End\r\n`;

/** Rule: exports 11; `readRouteRows` writes the lines. */
export const ROUTES_HEADING =
  'Name,Slug,Short URL,Led By,Rule Or Variant,Current,Clicks,People,Opens,Installs,Period Start,Period End\r\n';

const ABBREVIATIONS: Readonly<Record<string, string>> = { os: 'OS', utm: 'UTM' };

/** `utmSource` → UTM Source. */
export function headingOf(field: string): string {
  const words = field.split(/(?=[A-Z])/);
  return words
    .map((word) => ABBREVIATIONS[word] ?? word[0]!.toUpperCase() + word.slice(1))
    .join(' ');
}

/** Rule: exports 12; `readClickRows` writes the lines. */
export const CLICKS_HEADING = [
  'Time,Link ID,Slug,Short URL,Kind',
  ...COUNTED_FIELDS.map(headingOf),
  'Opened,Installed\r\n',
].join(',');

/** Rule: exports 13; `readEventRows` writes the lines. */
export const EVENTS_HEADING =
  'Time,Event,Event ID,Said By,Amount,Currency,Quantity,Credited By,Link ID,Slug,Short URL,' +
  'Re-engagement Link ID,Re-engagement Slug,Re-engagement Short URL\r\n';
