import { Type, type Static } from '@sinclair/typebox';
import './formats.ts';
import { DEVICES, IN_APP_BROWSERS } from './visitorWords.ts';
import { LIMITS } from './limits.ts';
import { closed, Nullable, oneOf, WELL_FORMED } from './schemas.ts';

/** Rules and variants of a link: who is led elsewhere, and where to. */

const ruleName = Type.String({
  ...WELL_FORMED,
  minLength: 1,
  maxLength: LIMITS.ruleNameLength,
  pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
  patternMessage: 'must have a visible character and no control characters',
});

const AnyOf = <T extends Parameters<typeof Type.Array>[0]>(item: T, description: string) =>
  Type.Optional(
    Type.Array(item, { minItems: 1, maxItems: LIMITS.valuesPerCondition, description }),
  );

const Version = Type.String({
  minLength: 1,
  maxLength: 32,
  pattern: '^\\d+(\\.\\d+){0,5}$',
  patternMessage: 'must be a version such as 17 or 17.4.1',
});
const VersionRange = (description: string) =>
  Type.Optional(
    Type.Object(
      { min: Type.Optional(Version), max: Type.Optional(Version) },
      { ...closed, description },
    ),
  );

const Share = (description: string) => Type.Number({ minimum: 1, maximum: 100, description });

const Moment = (description: string) => Type.String({ format: 'date-time', description });

/** Every key that is there must hold; a list is "one of". */
export const RuleCondition = Type.Object(
  {
    country: AnyOf(
      Type.String({
        pattern: '^[A-Za-z]{2}$',
        patternMessage: 'must be a country code of two letters such as DE (ISO 3166)',
      }),
      'Countries by their codes of two letters.',
    ),
    language: AnyOf(
      Type.String({
        maxLength: 35,
        pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$',
        patternMessage: 'must be a language such as de or pt-BR (BCP 47)',
      }),
      'Preferred language of the browser or phone. `pt` includes pt-BR, `pt-BR` only itself.',
    ),
    platform: AnyOf(
      oneOf('ios', 'android', 'desktop', 'other'),
      'Operating systems as links tell them apart. An iPad that asks for desktop pages is a desktop.',
    ),
    osVersion: VersionRange(
      'Version of the operating system, both ends included: `max` 17 includes 17.4. Unknown versions never fit.',
    ),
    device: AnyOf(oneOf(...DEVICES), 'Kinds of devices; `tablet` includes `ipad`.'),
    app: AnyOf(oneOf(...IN_APP_BROWSERS), 'The app in whose own browser the link was tapped.'),
    referrer: AnyOf(
      Type.String({
        maxLength: 253,
        pattern: '^(\\*\\.)?[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*$',
        patternMessage: 'must be a host name such as news.example.com, or *.example.com',
      }),
      'Host of the page that the visitor comes from.',
    ),
    query: Type.Optional(
      Type.Record(
        Type.String({ minLength: 1, maxLength: LIMITS.passthroughKeyLength }),
        Nullable(Type.String({ ...WELL_FORMED, maxLength: LIMITS.passthroughValueLength })),
        {
          minProperties: 1,
          maxProperties: LIMITS.valuesPerCondition,
          description:
            'Parameters of the URL that was requested, with their value; null stands for any value.',
        },
      ),
    ),
    from: Type.Optional(Moment('From this time on.')),
    to: Type.Optional(Moment('Until just before this time.')),
    weekdays: AnyOf(
      Type.Integer({ minimum: 1, maximum: 7 }),
      'Days of the week in the time zone of the project: 1 is Monday, 7 is Sunday.',
    ),
    hours: AnyOf(
      Type.Integer({ minimum: 0, maximum: 23 }),
      'Hours of the day in the time zone of the project: 9 is from 9:00 until just before 10:00.',
    ),
    appBuild: VersionRange(
      'Build of the app, both ends included. Only apps that say their build fit, by `X-Svc-App-Build`; a browser never does.',
    ),
    share: Type.Optional(
      Share('Percentage of those who fit everything else. The same visitor fits all day or not.'),
    ),
  },
  { ...closed, $id: 'RuleCondition' },
);
export type RuleCondition = Static<typeof RuleCondition>;

const Destination = (description: string) =>
  Type.Optional(Type.String({ format: 'uri', maxLength: LIMITS.destinationLength, description }));

/** Where a rule or a variant leads: destinations in place of all of the link's, another link, or the app's store page. */
export const RuleTarget = Type.Object(
  {
    fallbackUrl: Destination('Where visitors go if nothing more specific applies.'),
    iosUrl: Destination('Destination on iOS of a unified link.'),
    androidUrl: Destination('Destination on Android of a unified link.'),
    iosFallbackUrl: Destination('Destination on iOS when the app does not open.'),
    androidFallbackUrl: Destination('Destination on Android when the app does not open.'),
    slug: Type.Optional(
      Type.String({
        ...WELL_FORMED,
        minLength: 1,
        maxLength: LIMITS.slugLength,
        description: 'Another link of the project, whose rules apply in turn.',
      }),
    ),
    update: Type.Optional(
      Type.Literal(true, {
        description:
          'Asks to update the app: resolve adds `updateUrl`, visitors go to its store page.',
      }),
    ),
  },
  {
    ...closed,
    $id: 'RuleTarget',
    description:
      'Exactly one of: destinations, which take the place of all of the link’s; `slug`; `update`.',
  },
);
export type RuleTarget = Static<typeof RuleTarget>;

export const Rule = Type.Object(
  {
    name: Type.Optional({
      ...ruleName,
      description: 'By which its visits are counted, unique within the link; given if omitted.',
    }),
    when: RuleCondition,
    to: RuleTarget,
  },
  { ...closed, $id: 'Rule' },
);
export type Rule = Static<typeof Rule>;

export const rules = Type.Array(Rule, {
  maxItems: LIMITS.rulesPerLink,
  description: 'In order: the first one that fits decides.',
  example: [
    {
      name: 'Germany',
      when: { country: ['DE', 'AT'] },
      to: { fallbackUrl: 'https://example.com/de' },
    },
  ],
});

export const Variant = Type.Object(
  {
    name: ruleName,
    share: Share('Percentage of the visitors whom no rule fits.'),
    to: RuleTarget,
  },
  { ...closed, $id: 'Variant' },
);
export type Variant = Static<typeof Variant>;

export const variants = Type.Array(Variant, {
  minItems: 2,
  maxItems: LIMITS.variantsPerLink,
  description:
    'An experiment with the visitors whom no rule fits; the shares add up to 100. A visitor keeps the variant until midnight UTC, ' +
    'on one network and in one browser. Without an own destination (`to` is empty), a variant leads where the link does.',
  example: [
    { name: 'A', share: 50, to: {} },
    { name: 'B', share: 50, to: { fallbackUrl: 'https://example.com/new' } },
  ],
});

export const expiredUrl = Type.String({
  format: 'uri',
  maxLength: LIMITS.destinationLength,
  description: 'Where visitors go once the link has expired; without it, they get a 404 page.',
});

export const expiresAfterClicks = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description:
    'The link expires once it has this many clicks by people: exactly, with one server; with several, each lets in at most as many, and all know within seconds.',
});

/** What is worth knowing about rules that can be saved all the same. */
export const RuleNote = Type.Object(
  {
    rule: Type.String({ description: 'Name of the rule or variant.' }),
    code: oneOf('never_reached', 'overlaps', 'never_true'),
    message: Type.String({ description: 'The finding in a sentence, with the cure.' }),
  },
  { ...closed, $id: 'RuleNote' },
);
export type RuleNote = Static<typeof RuleNote>;

export const ruleNotes = Type.Array(RuleNote, {
  description: 'Rules that can never be reached, or that overlap an earlier one.',
});

/** What rules and variants are stored and returned as: with the name that each was given. */
export type NamedRule = Rule & { readonly name: string };

/** What decided where a visit led: in replies to apps. */
export const routeFields = {
  rule: Type.Optional(Type.String({ description: 'Name of the rule of the link that fit.' })),
  variant: Type.Optional(Type.String({ description: 'Name of the variant of the experiment.' })),
};
