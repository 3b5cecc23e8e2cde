/**
 * The description of a preview if the link has none, by its type (Rule: resources 7). In English;
 * crawlers that ask for another language get the text in that language.
 */
export const DEFAULT_DESCRIPTIONS = {
  unified: 'Opens in the right place on every device.',
  dynamic: 'Opens in the app, or in the browser if the app is not installed.',
} as const;
