/** Why a first open was not matched to a click, the most usual first; docs/attribution.md has a line on each. */
export const NO_MATCH_REASONS = [
  'no_click_from_this_address',
  'no_click_of_this_system',
  'signals_differ',
  'not_told_apart',
  'not_sure_enough',
  'clicks_used',
  'too_many_clicks',
  'matching_off',
  'no_consent',
  'system_unknown',
  'click_unknown',
  'click_of_other_system',
  'click_of_other_model',
  'click_used',
  'link_deleted',
  'installation_matched',
] as const;
export type NoMatchReason = (typeof NO_MATCH_REASONS)[number];

/** By which outcomes of first opens installations are listed: the first stands for the next two. */
export const MATCH_FILTERS = [
  'matched',
  'deterministic',
  'fingerprint',
  'test',
  'none',
  'unasked',
] as const;
export type MatchFilter = (typeof MATCH_FILTERS)[number];
