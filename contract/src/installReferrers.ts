import { Type, type Static } from '@sinclair/typebox';
import { closed, STORABLE_TEXT } from './schemas.ts';

const MAX_REFERRER_LENGTH = 4096;

const Referrer = Type.String({
  ...STORABLE_TEXT,
  minLength: 1,
  maxLength: MAX_REFERRER_LENGTH,
  description: 'As the store returns it: `utm_source=…&gclid=…&click_id=…`.',
});

/** Milliseconds do not fit. SDK clients' invalid values are omitted. */
const Seconds = (description: string) =>
  Type.Optional({
    ...Type.Integer({ minimum: 0, maximum: 253_402_300_799, description }),
    bestEffort: true,
  });

/** Rule: attribution 13: what `com.android.installreferrer` reports. Zero means unknown. */
export const PlayReferrer = Type.Object(
  {
    referrer: Referrer,
    clickTimestampSeconds: Seconds("When the click was made, by the phone's clock; 0: unknown."),
    installBeginTimestampSeconds: Seconds(
      "When the installation began, by the phone's clock; 0: unknown.",
    ),
    clickTimestampServerSeconds: Seconds("The click, by the store's clock; 0: unknown."),
    installBeginTimestampServerSeconds: Seconds(
      "The start of the installation, by the store's clock; 0: unknown.",
    ),
    installVersion: Type.Optional({
      ...Type.String({
        ...STORABLE_TEXT,
        maxLength: 255,
        description: 'The version first installed.',
      }),
      bestEffort: true,
    }),
    googlePlayInstant: Type.Optional({
      ...Type.Boolean({ description: 'Accepted and not used: instant apps ended in 2025.' }),
      bestEffort: true,
    }),
  },
  closed,
);
export type PlayReferrer = Static<typeof PlayReferrer>;

/** Rule: attribution 16: what a provider of Meta's own apps returns, an ad that was only seen included. */
export const MetaAppReferrer = Type.Object(
  {
    referrer: Referrer,
    actualTimestampSeconds: Seconds('When the ad was tapped or seen; 0: unknown.'),
    isClickThrough: Type.Optional({
      ...Type.Boolean({ description: 'False: the ad was seen and not tapped.' }),
      bestEffort: true,
    }),
  },
  closed,
);
export type MetaAppReferrer = Static<typeof MetaAppReferrer>;

/** Of bootstrap and deferred match. */
export const installReferrers = {
  installReferrer: Type.Optional({
    ...Type.Union([PlayReferrer, Referrer], {
      description:
        'The whole Play install referrer with its times in seconds; a string is taken as `referrer`. Its `click_id` counts like `clickId`. Kept as long as the receipt.',
    }),
    bestEffort: true,
  }),
  metaInstallReferrer: Type.Optional({ ...MetaAppReferrer, bestEffort: true }),
};
