import { formatConfidence } from '@fairlead/contract/confidence';
import type {
  MatchReason,
  MatchReceipt,
  ReceiptCandidate,
  TriedMethod,
} from './matching/MatchReceipt.ts';
import type { Injection } from './referrers/findInjection.ts';
import type { MetaReferrer } from './referrers/readMetaReferrer.ts';
import type { SignalName } from './matching/weighSignals.ts';
import { summarizeReceipt } from './summarizeReceipt.ts';

const METHOD_TEXTS = {
  clickId: 'Click id from the Play install referrer',
  clipboard: 'Link copied on our page',
  deepLink: 'Click named by the link that opened the app',
  signals: 'Device signals',
  testCode: 'Test code',
} as const;

const REASON_TEXTS: Record<MatchReason | 'not_sent' | 'not_needed', string> = {
  matched: 'matched',
  test: 'a test code names the link',
  not_sent: 'not sent by the app',
  not_needed: 'not compared, because the app named a click itself',
  click_unknown:
    'named click does not fit: this project has no such click of a person, or it is older than 90 days or than the project keeps clicks',
  click_of_other_system:
    'named click does not fit: it was made on the other system, and iOS and Android never match',
  click_of_other_model: 'named click does not fit: it was made on another model family',
  click_used: 'named click does not fit: it was used before, and a click matches once',
  link_deleted: 'named click does not fit: its link was deleted',
  matching_off: 'matching by device signals is turned off in this project',
  no_consent: 'this project matches by device signals only with consent, and collects none without',
  system_unknown: 'nothing says whether the device runs iOS or Android',
  installation_matched: 'this installation was matched before; see its receipt',
  no_click_from_this_address: 'no click came from the IP address of the first open in the window',
  no_click_of_this_system: 'all clicks from this IP address came from the other system',
  clicks_used:
    'all clicks from this IP address were matched or opened the app before, or their link was deleted',
  signals_differ: 'the devices that clicked from this IP address are different ones',
  not_told_apart: 'clicks on several links fit equally well, so none is chosen',
  not_sure_enough:
    'the confidence in the best click is too low, given the devices that share this IP address',
  too_many_clicks: 'more clicks came from this IP address than can be told apart',
};

const SIGNAL_TEXTS: Record<SignalName, string> = {
  osMajor: 'major OS version',
  model: 'model',
  screen: 'screen',
  timeZone: 'time zone',
  language: 'language',
};

/** A receipt in text form, one sentence per line: its summary, each method, and how the best clicks compared. */
export function explainReceipt(receipt: MatchReceipt): string[] {
  const { details } = receipt;
  return [
    summarizeReceipt(receipt),
    ...details.methods.map(methodText),
    ...referrerLines(receipt),
    ...comparisonLines(receipt),
    ...details.candidates.slice(0, 3).map((each, index) => candidateText(each, index)),
  ];
}

/** The same without anything about clicks: the summary, each method and the window. */
export function explainBriefly(receipt: MatchReceipt): string[] {
  const { methods, windowMinutes } = receipt.details;
  return [
    summarizeReceipt(receipt),
    ...methods.map(methodText),
    `Window for a match by device signals: ${windowMinutes} minutes.`,
  ];
}

function methodText({ method, reason }: TriedMethod): string {
  return `${METHOD_TEXTS[method]}: ${REASON_TEXTS[reason]}.`;
}

function referrerLines({ details }: MatchReceipt): string[] {
  const { injection = null, meta = null } = details.referrers ?? {};
  return [
    ...(injection === null ? [] : [`Possible click injection: ${injectionText(injection)}.`]),
    ...(meta === null ? [] : [`${metaText(meta)}.`]),
  ];
}

function metaText({ outcome, campaign, adSet, ad }: MetaReferrer): string {
  if (outcome === 'no_key') {
    return "Meta has encrypted which ad led here: set the project's key of Meta's install referrer to read it";
  }
  if (outcome === 'not_decrypted') {
    return "Which ad of Meta led here cannot be decrypted: the project's key is not that of the app, or the referrer is damaged";
  }
  const [first, second, third] = [campaign, adSet, ad].map(
    (each) => each?.name ?? each?.id ?? 'unknown',
  );
  return `Ad of Meta: campaign "${first}", ad set "${second}", ad "${third}"`;
}

function injectionText({ reason, seconds, clock }: Injection): string {
  const time = seconds === 1 ? '1 second' : `${seconds} seconds`;
  return reason === 'click_after_install_began'
    ? `by the ${clock}'s clock, the click was made ${time} after the installation began`
    : `the click was made ${time} before the first open, too short for an installation`;
}

function comparisonLines({ details }: MatchReceipt): string[] {
  if (details.clicksSeen === null || details.confidence === null) return [];
  const { clicksSeen, windowMinutes, otherPhones } = details;
  const clicks = clicksSeen === 1 ? '1 click' : `${clicksSeen} clicks`;
  const lines = [`${clicks} from the same IP address within ${windowMinutes} minutes.`];
  if (details.candidates.length > 0) {
    const [confidence, required] = [details.confidence, details.requiredConfidence].map(
      formatConfidence,
    );
    lines.push(
      `Confidence ${confidence} (required ${required}). ` +
        `Estimated other devices on this IP: ${estimate(otherPhones ?? 0)}.`,
    );
  }
  return lines;
}

/** Even less than one device may lower confidence too far; beyond ten, fractions mean nothing. */
function estimate(phones: number): number {
  return phones < 10 ? phones : Math.round(phones);
}

function candidateText(candidate: ReceiptCandidate, index: number): string {
  const name = candidate.chosen ? 'Chosen' : index === 0 ? 'Best' : 'Further';
  const compared = candidate.signals.map(({ signal, verdict, bits, click, open }) => {
    const values = click !== undefined && open !== undefined ? ` (${click} / ${open})` : '';
    const weight = verdict === 'unknown' ? '' : ` ${bits > 0 ? '+' : ''}${bits}`;
    return `${SIGNAL_TEXTS[signal]} ${verdict}${weight}${values}`;
  });
  return (
    `${name} click: on "${candidate.slug}" at ${candidate.clickedAt}: ` +
    `${compared.join(', ')}; score ${candidate.bits}.`
  );
}
