/**
 * The description of a preview where the link has none, by its type (Spec: Rules for preview rendering). In
 * English; crawlers that ask for another language get that language's.
 */
export const DEFAULT_DESCRIPTIONS = {
  unified: 'Opens in the right place on every device.',
  dynamic: 'Opens in the app, or in the browser where the app is not installed.',
} as const;
