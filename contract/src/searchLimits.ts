/** The part of `LIMITS` that addresses of lists need: the dashboard loads it first, and the others with its screens. */
export const SEARCH_LIMITS = {
  tagsPerLink: 50,
  tagLength: 64,
  searchLength: 255,
  /** The app's own identifiers, of installations and customers, and the device's; all are indexed. */
  installationIdLength: 255,
} as const;

/** Of as many tags as a link can have, with commas between them. */
export const TAGS_LENGTH = SEARCH_LIMITS.tagsPerLink * (SEARCH_LIMITS.tagLength + 1);
