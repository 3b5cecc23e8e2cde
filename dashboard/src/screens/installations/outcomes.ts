import {
  MATCH_FILTERS,
  type MatchFilter,
  NO_MATCH_REASONS,
  type NoMatchReason,
} from '@fairlead/contract/matchReasons';
import type { BodyFor } from '../../api/call.ts';
import type { countInstallations } from '@fairlead/contract/operations/dashboard/installations';
import { LIMITS } from '@fairlead/contract/limits';
import { MATCH_STATES } from '../../numbers/matchStates.ts';
import { count, counted as counts } from '../../parts/format.ts';
import { type InstallationFilters, OF_LINKS } from './installationFilters.ts';

const REASONS: Readonly<Record<NoMatchReason, string>> = {
  no_click_from_this_address: 'No tap from the same network',
  no_click_of_this_system: 'Only taps by the other kind of phone',
  signals_differ: 'Only taps by different phones',
  not_told_apart: 'Several links fit equally well',
  not_sure_enough: 'A tap fits, but not well enough',
  clicks_used: 'All taps belong to others',
  too_many_clicks: 'Too many taps from the same network',
  matching_off: 'Phones are not compared',
  no_consent: 'No consent to compare phones',
  system_unknown: 'iPhone or Android is not known',
  click_unknown: 'The named tap is not known',
  click_of_other_system: 'The named tap was on the other system',
  click_of_other_model: 'The named tap was on another model',
  click_used: 'The named tap was used before',
  link_deleted: 'The link was deleted',
  installation_matched: 'Given a link before',
};

/** What can be done about it, in two sentences at most. */
const ADVICE: Readonly<Partial<Record<NoMatchReason, string>>> = {
  no_click_from_this_address:
    'Mostly the phone changed networks after the tap, such as from Wi-Fi to mobile data, or there was no tap: many people find an app in the store. A longer matching window finds later installs; a tap that Google Play names, or a link copied on its page, is found from any network.',
  not_told_apart:
    'Comparing phones cannot tell apart two people in one network with the same phone. Only a tap that is named is certain: on Android by Google Play, on an iPhone by a link that opens the app or was copied on its page.',
};

const MATCHES: Readonly<Record<MatchFilter, string>> = {
  matched: 'Matched',
  deterministic: MATCH_STATES.deterministic.label,
  fingerprint: MATCH_STATES.fingerprint.label,
  test: MATCH_STATES.test.label,
  none: MATCH_STATES.none.label,
  unasked: 'App has not asked',
};

/** Why there is no match, in a few words; releases may know reasons that others do not. */
export function reasonText(reason: string): string | undefined {
  return NO_MATCH_REASONS.some((known) => known === reason)
    ? REASONS[reason as NoMatchReason]
    : undefined;
}

/** What can be done about a receipt's reason; undefined: nothing, or nothing beyond what its sentence says. */
export function adviceFor(reason: string): string | undefined {
  return ADVICE[reason as NoMatchReason];
}

type Counted = BodyFor<typeof countInstallations>;

/** How many of the counted have this outcome. */
function countOf({ outcomes }: Counted, wanted: MatchFilter | NoMatchReason): number {
  const fits = ({ match, reason }: Counted['outcomes'][number]): boolean => {
    if (wanted === 'matched') return match === 'deterministic' || match === 'fingerprint';
    if (wanted === 'unasked') return match === null;
    return match === wanted || reason === wanted;
  };
  return outcomes.filter(fits).reduce((sum, outcome) => sum + outcome.count, 0);
}

/** The outcomes to choose from, each with its number once that is known; reasons that nothing has are left out. */
export function outcomeOptions(
  { link, reason }: InstallationFilters,
  counted: Counted | undefined,
) {
  const optionOf = (value: MatchFilter | NoMatchReason, label: string) => ({
    value,
    label: counted ? `${label} (${count(countOf(counted, value))})` : label,
  });
  const ofLink = link !== undefined;
  const matches = MATCH_FILTERS.filter((match) => !ofLink || OF_LINKS.includes(match));
  const reasons = NO_MATCH_REASONS.filter(
    (each) => each === reason || !counted?.complete || countOf(counted, each) > 0,
  );
  return [
    { group: 'Outcome', items: matches.map((match) => optionOf(match, MATCHES[match])) },
    ...(ofLink || reasons.length === 0
      ? []
      : [{ group: 'Why not', items: reasons.map((each) => optionOf(each, REASONS[each])) }]),
  ];
}

/** How many installations pass the filters. */
export function countText({ match, reason }: InstallationFilters, counted: Counted): string {
  const wanted = reason ?? match;
  const number =
    wanted === undefined
      ? counted.outcomes.reduce((sum, outcome) => sum + outcome.count, 0)
      : countOf(counted, wanted);
  const found = counts(number, 'installation', 'installations');
  return counted.complete ? found : `${found} of the newest ${count(LIMITS.installationsCounted)}`;
}
