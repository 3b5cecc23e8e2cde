import { confidenceWords } from '@fairlead/contract/confidence';
import type { MatchReason, MatchReceipt, ReceiptCandidate, TriedMethod } from './MatchReceipt.ts';
import type { SignalName } from './weighSignals.ts';

const METHOD_WORDS = {
  clickId: 'The click id of the Play install referrer',
  clipboard: 'A link copied on our page',
  deepLink: 'The click named by the link that opened the app',
  signals: 'Signals of the phone',
} as const;

const REASON_WORDS: Record<MatchReason | 'not_sent' | 'not_needed', string> = {
  matched: 'matched',
  not_sent: 'not sent by the app',
  not_needed: 'not compared, because the app named a click itself',
  click_unknown: 'names no click of a person on this project, or one older than 90 days',
  click_of_other_system: 'names a click made on the other system (iOS and Android never match)',
  click_used: 'names a click that was credited before; a click matches once',
  link_deleted: 'names a click of a link that was deleted',
  matching_off: 'matching by signals is switched off in this project',
  system_unknown: 'nothing says whether the phone runs iOS or Android',
  installation_matched: 'this installation was matched before; see its receipt',
  no_click_from_this_address: 'no click came from the address of the first open in the window',
  no_click_of_this_system: 'all clicks from the address came from the other system',
  clicks_used:
    'all clicks from the address were credited, or opened the app, before, or their link was deleted',
  signals_differ: 'the phones that clicked at this address are other phones',
  not_told_apart: 'clicks of several links fit equally well, so none is chosen',
  not_sure_enough:
    'the best click does not stand out enough among the phones that share the address',
  too_many_clicks: 'more clicks came from the address than can be told apart',
};

const SIGNAL_WORDS: Record<SignalName, string> = {
  osMajor: 'major version of the system',
  model: 'model',
  screen: 'screen',
  timeZone: 'time zone',
  language: 'language',
};

/** A receipt read out, a sentence a line: the outcome, each method, and how the best clicks compared. */
export function explainReceipt(receipt: MatchReceipt): string[] {
  const { details } = receipt;
  return [
    outcomeOf(receipt),
    ...details.methods.map(wordsOfMethod),
    ...wordsOfComparison(receipt),
    ...details.candidates.slice(0, 3).map((each, index) => wordsOfCandidate(each, index)),
  ];
}

function outcomeOf({ matchType, reason, details }: MatchReceipt): string {
  const { credited } = details;
  if (credited === null)
    return `No match: ${subjectOf(reason, details.methods)}${REASON_WORDS[reason]}.`;
  const how = matchType === 'deterministic' ? 'certain: the click was named' : 'by signals';
  const as = credited.as === 'install' ? 'a new install' : 'a returning user';
  return `Matched to click ${credited.clickId} on link "${credited.slug}" (${how}), counted as ${as}.`;
}

/** Who "names a click": by itself the reason does not say it. */
function subjectOf(reason: MatchReason, methods: readonly TriedMethod[]): string {
  const tried = methods.find((each) => each.reason === reason);
  if (tried === undefined || !REASON_WORDS[reason].startsWith('names ')) return '';
  const words = METHOD_WORDS[tried.method];
  return `${words.charAt(0).toLowerCase()}${words.slice(1)} `;
}

function wordsOfMethod({ method, reason }: TriedMethod): string {
  return `${METHOD_WORDS[method]}: ${REASON_WORDS[reason]}.`;
}

function wordsOfComparison({ details }: MatchReceipt): string[] {
  if (details.clicksSeen === null || details.sureness === null) return [];
  const { clicksSeen, windowMinutes, otherPhones } = details;
  const clicks = clicksSeen === 1 ? '1 click' : `${clicksSeen} clicks`;
  const lines = [`${clicks} from the same address within ${windowMinutes} minutes.`];
  if (details.candidates.length > 0) {
    lines.push(
      `Confidence ${confidenceWords(details.sureness)} (required ${confidenceWords(details.neededSureness)}). ` +
        `Estimated other phones at this IP address: ${estimate(otherPhones ?? 0)}.`,
    );
  }
  return lines;
}

/** Less than one phone may still be too much to be sure; beyond ten, fractions say nothing. */
function estimate(phones: number): number {
  return phones < 10 ? phones : Math.round(phones);
}

function wordsOfCandidate(candidate: ReceiptCandidate, index: number): string {
  const name = candidate.chosen ? 'Chosen' : index === 0 ? 'Best' : 'Further';
  const compared = candidate.signals.map(({ signal, verdict, bits, click, open }) => {
    const values = click !== undefined && open !== undefined ? ` (${click} / ${open})` : '';
    const weight = verdict === 'unknown' ? '' : ` ${bits > 0 ? '+' : ''}${bits}`;
    return `${SIGNAL_WORDS[signal]} ${verdict}${weight}${values}`;
  });
  return (
    `${name} click ${candidate.clickId} on "${candidate.slug}" at ${candidate.clickedAt}: ` +
    `${compared.join(', ')}; score ${candidate.bits}.`
  );
}
