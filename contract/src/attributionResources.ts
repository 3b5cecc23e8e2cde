import { Type, type Static } from '@sinclair/typebox';
import './formats.ts';
import { installReferrers, PlayReferrer } from './installReferrers.ts';
import { routeFields } from './rules.ts';
import { closed, Nullable, oneOf, TextOrNull, WELL_FORMED } from './schemas.ts';

const OptionalText = (description: string) =>
  Type.Optional(Nullable(Type.String({ ...WELL_FORMED, maxLength: 1024, description })));
/** An SDK's signal that is not a string is ignored, not refused. */
const Signal = (description: string) => ({ ...OptionalText(description), bestEffort: true });

/** Rule: sdk-clients: what SDKs report about the phone. Other fields are accepted and ignored. */
export const Fingerprint = Type.Object(
  {
    os: Signal('`android` or `ios`.'),
    model: Signal('Pixel 9, or iPhone16,2.'),
    screenResolution: Signal('CSS pixels, 390x844.'),
    timezone: Signal('IANA name, Europe/Vienna.'),
    language: Signal('BCP 47, de-AT.'),
    systemName: Signal('iOS: name of the system.'),
    systemVersion: Signal('iOS: its version, 18.5.'),
    osVersion: Signal('System version, if it is not sent in a field of its own.'),
  },
  {
    description:
      'Signals reported by the phone. IP address and user agent are taken from the request.',
  },
);

export const MatchRequest = Type.Object(
  {
    fingerprint: Fingerprint,
    clickId: Signal('The value of `click_id` in the Play install referrer.'),
    ...installReferrers,
    installationId: OptionalText("The app's own id of the installation, or the record's."),
    clipboard: Signal('A link that the visitor copied on our page, including its `_lc`.'),
    testCode: OptionalText(
      'A code made in the dashboard. The app gets its link, whatever else is sent, and only a test is counted.',
    ),
    debug: Type.Optional(
      Type.Boolean({
        description:
          'Set by debug builds: the response includes a receipt. With a publishable key, the receipt omits clicks.',
      }),
    ),
  },
  { ...closed, $id: 'MatchRequest' },
);
export type MatchRequest = Static<typeof MatchRequest>;

const SignalComparison = Type.Object(
  {
    signal: oneOf('osMajor', 'model', 'screen', 'timeZone', 'language'),
    verdict: oneOf('agrees', 'differs', 'unknown'),
    bits: Type.Number({
      description:
        'Evidence that both are the same phone; negative values are evidence against it.',
    }),
    click: Type.Optional(Type.String({ description: 'Present for the chosen click only.' })),
    open: Type.Optional(Type.String({ description: 'The value reported at first open.' })),
  },
  closed,
);

const ReceiptCandidate = Type.Object(
  {
    clickId: Type.String({ format: 'uuid' }),
    linkId: Nullable(Type.String({ format: 'uuid' })),
    slug: Nullable(Type.String()),
    clickedAt: Type.String({ format: 'date-time' }),
    bits: Type.Number(),
    chosen: Type.Boolean(),
    signals: Type.Array(SignalComparison),
  },
  closed,
);

const MetaNamed = Nullable(Type.Object({ id: TextOrNull(), name: TextOrNull() }, closed));

const ReceiptReferrers = Type.Object(
  {
    play: Nullable(PlayReferrer),
    injection: Nullable(
      Type.Object(
        {
          reason: oneOf('click_after_install_began', 'click_just_before_first_open'),
          seconds: Type.Integer({
            description:
              'From the start of the installation to the click, or from the click to the first open.',
          }),
          clock: oneOf('store', 'phone'),
        },
        {
          ...closed,
          description:
            'The times look like click injection: another app reported a click once the installation was under way. Named, never refused; null if times are missing.',
        },
      ),
    ),
    meta: Nullable(
      Type.Object(
        {
          outcome: oneOf('decrypted', 'no_key', 'not_decrypted'),
          source: oneOf('play', 'metaApp'),
          clickThrough: Nullable(
            Type.Boolean({ description: 'False: the ad was seen and not tapped; null: unknown.' }),
          ),
          campaign: MetaNamed,
          adSet: MetaNamed,
          ad: MetaNamed,
          accountId: TextOrNull(),
          objective: TextOrNull(),
        },
        {
          ...closed,
          description:
            'The ad of Meta that led here, which its part of a referrer names encrypted.',
        },
      ),
    ),
  },
  closed,
);

const testedLink = {
  linkId: Nullable(Type.String({ format: 'uuid' })),
  slug: Nullable(Type.String()),
};
const deliveredClick = { clickId: Type.String({ format: 'uuid' }), ...testedLink };

const TimelineStep = Type.Object(
  {
    step: oneOf('tapped', 'store', 'installed', 'firstOpened', 'decided'),
    at: Type.String({ format: 'date-time' }),
    text: Type.String({ description: 'The step in words, for people.' }),
  },
  closed,
);

/** Rule: attribution: what was tried for a first open, what was found, and what decided the result. */
export const Receipt = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    installationId: Type.Optional(Type.String({ format: 'uuid' })),
    createdAt: Type.String({ format: 'date-time' }),
    matchType: Nullable(oneOf('deterministic', 'fingerprint')),
    reason: Type.String({ description: 'Stable code for the outcome; see docs/attribution.md.' }),
    summary: Type.String({
      description: 'The outcome in one sentence, for people: yes or no, and why.',
    }),
    timeline: Type.Array(TimelineStep, {
      description:
        'From the tap to the outcome; what is unknown is left out. Steps keep their order where clocks differ. Empty for publishable keys.',
    }),
    explanation: Type.Array(Type.String(), {
      description: 'The receipt as readable text, beginning with `summary`.',
    }),
    delivered: Nullable(
      Type.Object(deliveredClick, {
        ...closed,
        description: 'The click whose link was delivered to the app. Omitted for publishable keys.',
      }),
    ),
    credited: Nullable(
      Type.Object(
        { ...deliveredClick, as: oneOf('install', 'returning') },
        { ...closed, description: 'Also null if the app does not identify a known installation.' },
      ),
    ),
    test: Nullable(
      Type.Object(testedLink, {
        ...closed,
        description: 'The link of the test code that the app sent; null if this is no test.',
      }),
    ),
    methods: Type.Array(
      Type.Object(
        {
          method: oneOf('clickId', 'clipboard', 'deepLink', 'signals', 'testCode'),
          outcome: oneOf('matched', 'noMatch', 'notTried'),
          reason: Type.String(),
        },
        closed,
      ),
    ),
    referrers: Nullable(ReceiptReferrers),
    windowMinutes: Type.Integer({ description: 'Maximum age of a click for matching by signals.' }),
    confidence: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
    requiredConfidence: Type.Number({ minimum: 0, maximum: 1 }),
    otherPhones: Nullable(
      Type.Number({
        description: 'Other phones seen at the IP address, besides the best candidate.',
      }),
    ),
    clicksSeen: Nullable(
      Type.Integer({ minimum: 0, description: 'Clicks from the IP address within the window.' }),
    ),
    candidates: Type.Array(ReceiptCandidate, {
      description: 'The ten best candidates, best first.',
    }),
    runnerUp: Nullable(
      Type.String({
        format: 'uuid',
        description: 'The best candidate that leads to a different link.',
      }),
    ),
  },
  { ...closed, $id: 'Receipt' },
);
export type Receipt = Static<typeof Receipt>;

/** Rule: sdk-clients: response of the deferred match; `receipt` is ours. */
export const MatchResponse = Type.Object(
  {
    success: Type.Literal(true),
    matchType: Nullable(oneOf('deterministic', 'fingerprint')),
    data: Nullable(Type.Object({ deepLink: Type.String({ format: 'uri' }) }, closed)),
    ...routeFields,
    test: Type.Optional(
      Type.Literal(true, {
        description: 'The link is that of `testCode`, and nothing is counted.',
      }),
    ),
    receipt: Type.Optional(Receipt),
  },
  { ...closed, $id: 'MatchResponse' },
);
export type MatchResponse = Static<typeof MatchResponse>;
