import { formatConfidence } from '@fairlead/contract/confidence';
import { TOLD_APART_BITS } from './matching/decideMatch.ts';
import type {
  MatchMethod,
  MatchReason,
  MatchReceipt,
  ReceiptDetails,
} from './matching/MatchReceipt.ts';

/** How the link is known, after "because". */
const HOW: Record<MatchMethod, string> = {
  clickId: 'Google Play named the tap that led to the app',
  clipboard: 'it was copied on our page and pasted into the app',
  deepLink: 'it opened the app',
  signals: 'a phone like this one had tapped it from the same network',
  testCode: 'a test code names it',
};

/** The tap that the app named, by how it did. */
const NAMED: Record<MatchMethod, string> = {
  clickId: 'the tap that Google Play named',
  clipboard: 'the tap behind the pasted link',
  deepLink: 'the tap behind the link that opened the app',
  signals: 'the tap that the app named',
  testCode: 'the tap that the app named',
};

/** Why there is no link, after "because". */
const WHY_NOT: Record<
  Exclude<MatchReason, 'matched' | 'test'>,
  string | ((named: string, details: ReceiptDetails) => string)
> = {
  click_unknown: (named) => `${named} is not known in this project, or is too old`,
  click_of_other_system: (named) =>
    `${named} was made on Android and the app is on an iPhone or iPad, or the reverse`,
  click_of_other_model: (named) => `${named} was made on another model of phone`,
  click_used: (named) => `${named} was used before, and each tap counts once`,
  link_deleted: (named) => `${named} was on a link that has been deleted`,
  matching_off: 'the app named no tap, and this project does not compare phones',
  no_consent:
    'the app named no tap, and this project compares phones only with consent, for which its pages do not ask',
  system_unknown: 'the app did not say whether it runs on an iPhone or on Android',
  installation_matched: 'it was given a link before, and that happens once',
  no_click_from_this_address: (_named, { windowMinutes }) =>
    `nobody had tapped one of your links from the same network in the ${windowMinutes} minutes before`,
  no_click_of_this_system:
    'everyone who tapped your links from the same network has the other kind of phone, iPhone or Android',
  clicks_used:
    'all taps from the same network already belong to others, or were on links that have been deleted',
  signals_differ: 'the phones that tapped your links from the same network are different ones',
  not_told_apart: (_named, { candidates }) => rivalsText(candidates),
  not_sure_enough:
    'a tap from the same network fits, but not well enough among all the phones there',
  too_many_clicks: 'too many taps came from the same network to tell them apart',
};

/** The outcome of a first open in one sentence, in a marketer's words: yes or no, and why. */
export function summarizeReceipt({
  reason,
  details,
}: Pick<MatchReceipt, 'reason' | 'details'>): string {
  const { methods, delivered, test, credited, confidence } = details;
  const method = methods.find(({ outcome }) => outcome !== 'notTried')?.method ?? 'signals';
  if (reason === 'test') {
    return `This is a test: a test code gave the app ${nameOf(test)}, and nothing was counted.`;
  }
  if (reason !== 'matched') {
    const why = WHY_NOT[reason];
    const words = typeof why === 'string' ? why : why(NAMED[method], details);
    return `No: this install is not credited to any link, because ${words}.`;
  }
  const sure = method === 'signals' && confidence !== null;
  const yes = sure ? `Yes, with ${formatConfidence(confidence)} confidence` : 'Yes';
  const came = `came from ${nameOf(delivered)}, because ${HOW[method]}`;
  if (credited === null) {
    return `${yes}: this first open ${came}; it is not counted, because the app has not registered the installation.`;
  }
  return `${yes}: this ${credited.as === 'install' ? 'install' : 'returning user'} ${came}.`;
}

/** The links that fit about as well as the best, and how well; without their names where those are not to be seen. */
function rivalsText(candidates: ReceiptDetails['candidates']): string {
  const bestBits = candidates[0]?.bits ?? 0;
  const close = candidates.filter(({ bits }) => bestBits - bits < TOLD_APART_BITS);
  const [first, second, ...others] = slugsOf(close);
  if (second === undefined) return 'taps on several links from the same network fit equally well';
  const further = others.length === 0 ? '' : ' and others';
  const equal = slugsOf(close.filter(({ bits }) => bits === bestBits)).length > 1;
  const how = equal ? 'equally well' : 'almost equally well';
  return `taps on the links "${first}" and "${second}"${further} from the same network fit ${how}`;
}

function slugsOf(candidates: ReceiptDetails['candidates']): readonly string[] {
  return [...new Set(candidates.map(({ slug }) => slug))];
}

function nameOf(link: { readonly slug: string } | null): string {
  return link === null ? 'one of your links' : `the link "${link.slug}"`;
}
