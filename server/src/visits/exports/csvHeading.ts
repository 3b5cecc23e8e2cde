/** Rule: exports 5, in this order; `readRows` writes the rest of the lines. */
export const CSV_HEADING =
  'Name,Type,Slug,Short URL,Created At,Clicks,New Installs,Returning Users,Attributed Clicks,' +
  'Top Device,Top OS,Top Browser,Top Country,Last Clicked At,Period Start,Period End\r\n';
