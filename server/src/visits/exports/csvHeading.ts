import { LINK_TOP_HEADINGS } from '../clicks/facts/Click.ts';

const TOP = Object.values(LINK_TOP_HEADINGS).join(',');

/** Rule: exports 5, in this order; `readRows` writes the rest of the lines. */
export const CSV_HEADING =
  'Name,Type,Slug,Short URL,Created At,Clicks,New Installs,Returning Users,Attributed Clicks,' +
  `${TOP},Last Clicked At,Period Start,Period End\r\n`;

/** Rule: exports 11; `readRouteRows` writes the lines. */
export const ROUTES_HEADING =
  'Name,Slug,Short URL,Led By,Rule Or Variant,Current,Clicks,People,Opens,Installs,Period Start,Period End\r\n';
