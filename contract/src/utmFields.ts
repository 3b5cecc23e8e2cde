/** Parts of a campaign in a destination, in the order of forms; the parameter is `utm_` and the name (Rule: bodies 18). */
export const UTM_FIELDS = ['source', 'medium', 'campaign', 'term', 'content'] as const;
export type UtmField = (typeof UTM_FIELDS)[number];
