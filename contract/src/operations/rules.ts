import { Type, type Static } from '@sinclair/typebox';
import { LIMITS } from '../limits.ts';
import { LinkSelection } from '../linkFilters.ts';
import { operation } from '../operation.ts';
import { expiredUrl, RuleCondition, rules, variants } from '../rules.ts';
import { closed, Count, Id, Nullable, oneOf, Shape, Time } from '../schemas.ts';

/** What a change of rules would do, and what rules and variants have done. */

const days = Type.Integer({
  minimum: 1,
  maximum: LIMITS.dryRunDays,
  default: 30,
  description: 'The visits of so many days.',
});
const at = Time('The time for which `from` and `to` of rules are judged; now if omitted.');

const Destination = Type.Optional(
  Nullable(
    Type.String({
      format: 'uri',
      maxLength: LIMITS.destinationLength,
      description: 'As if the link had this destination; null: as if it had none.',
    }),
  ),
);

export const DryRunRequest = Shape('DryRunRequest', {
  rules: Type.Optional(Nullable(rules)),
  variants: Type.Optional(Nullable(variants)),
  fallbackUrl: Destination,
  iosUrl: Destination,
  androidUrl: Destination,
  iosFallbackUrl: Destination,
  androidFallbackUrl: Destination,
  expiredUrl: Type.Optional(Nullable(expiredUrl)),
  days: Type.Optional(days),
  before: Type.Optional(Time('Visits before this time, such as that of a change; now if omitted.')),
  at: Type.Optional(at),
});
export type DryRunRequest = Static<typeof DryRunRequest>;

/** How a dry run calls what leads a visit. */
const Led = (description: string) => Type.String({ description, example: 'rule Germany' });
const LedTo = (description: string) => Type.Optional(Nullable(Type.String({ description })));

export const DryRun = Shape('DryRun', {
  from: Time(),
  to: Time(),
  links: Type.Optional(Count('Links that match the filter; projects only.')),
  visits: Count('Visits by people in this time.'),
  changed: Type.Array(
    Type.Object(
      {
        from: Led('`rule` or `variant` and its name, or `the link itself`.'),
        to: Led('The same with the change.'),
        fromUrl: LedTo(
          'Where the visitor ends up without the app; null: on a page of ours. Not of projects.',
        ),
        toUrl: LedTo('The same with the change.'),
        visits: Count('Visits by people.'),
      },
      closed,
    ),
    { description: 'Visits that would be led otherwise, most first.' },
  ),
  routes: Type.Array(
    Type.Object({ to: Led('As in `changed`.'), visits: Count('Visits by people.') }, closed),
    {
      description:
        'What would lead the visits, changed or not, most first; without the unknown ones.',
    },
  ),
  unknown: Count(
    'Visits of which it cannot be known, because it depends on what is not stored with clicks. They are in no other list.',
  ),
  reasons: Type.Array(
    Type.Object(
      {
        condition: Type.KeyOf(RuleCondition),
        visits: Count('Unknown visits for which it is decisive; several may be for one.'),
      },
      closed,
    ),
    { description: 'The conditions that make visits unknown, most visits first.' },
  ),
  sampled: Nullable(
    Count(
      'Visits that were judged one by one, where shares are drawn among too many for all of them: their numbers are scaled up. Null: all are exact.',
    ),
  ),
  told: Type.Array(Type.String(), { description: 'What was assumed, in sentences.' }),
});
export type DryRun = Static<typeof DryRun>;

const dryRunReplies = {
  200: { description: 'What the change would do.', schema: DryRun },
} as const;

export const dryRunLink = operation({
  id: 'dryRunLink',
  method: 'POST',
  path: '/links/{id}/dry-run',
  api: 'sdk',
  tag: 'Links',
  summary: 'Say what a change of a link would have done to its visits',
  description:
    'Judges stored visits by people twice, as the link is and with the fields sent, by the functions that decide real visits. Nothing is changed. ' +
    'Without a field that changes something, what visits were led by then is compared with what the link is now: for the time before a change, that is its prediction.',
  alsoUnderApi: true,
  auth: 'secretKeyOrSession',
  limitClass: 'read',
  atOnce: LIMITS.dryRuns,
  params: Type.Object({ id: Id() }),
  body: DryRunRequest,
  bodyExample: {
    rules: [
      {
        name: 'Germany',
        when: { country: ['DE'] },
        to: { fallbackUrl: 'https://example.com/de' },
      },
    ],
    days: 30,
  },
  replies: dryRunReplies,
  errors: [
    'VALIDATION_ERROR',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
    'PAYLOAD_TOO_LARGE',
    'RATE_LIMITED',
  ],
});

export const dryRunProject = operation({
  id: 'dryRunProject',
  method: 'POST',
  path: '/projects/{projectId}/dry-run',
  api: 'dashboard',
  tag: 'Project links',
  summary:
    'Say what a change of many links, or of the default URL, would have done to their visits',
  description:
    'As for one link, with every link judged for itself. At least one of `rules`, `variants` and `defaultUrl` must be sent.',
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  atOnce: LIMITS.dryRuns,
  params: Type.Object({ projectId: Id() }),
  body: Shape('ProjectDryRunRequest', {
    filter: Type.Optional(
      Type.Object(LinkSelection, { ...closed, description: 'All links if omitted.' }),
    ),
    rules: Type.Optional(Nullable(rules)),
    variants: Type.Optional(Nullable(variants)),
    defaultUrl: Type.Optional(
      Nullable(
        Type.String({
          format: 'uri',
          maxLength: LIMITS.destinationLength,
          description: 'As if the project had this default URL; null: as if it had none.',
        }),
      ),
    ),
    days: Type.Optional(days),
    at: Type.Optional(at),
  }),
  bodyExample: { filter: { tag: 'spring' }, rules: null, days: 30 },
  replies: dryRunReplies,
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED'],
});

const RouteResult = Type.Object(
  {
    kind: oneOf('rule', 'variant', 'link'),
    name: Nullable(Type.String({ description: 'Null: the link itself.' })),
    current: Type.Boolean({
      description: 'false: the link has no rule or variant of this name any more.',
    }),
    clicks: Count('Visits by people.'),
    people: Count('Distinct visitors per UTC day, summed over all days.'),
    opens: Count('Visits that opened the app, at any time.'),
    openers: Count('People among `people` with such a visit.'),
    installs: Count('First installs credited to the visits, at any time.'),
    installers: Count('People among `people` with such an install.'),
  },
  { ...closed, $id: 'RouteResult' },
);

/** Why an experiment has a verdict or none: docs/experiments.md. */
const Experiment = Type.Object(
  {
    sampleRatio: Type.Object(
      {
        p: Type.Number({
          description: 'How likely it ever comes this low if people are assigned by the shares.',
        }),
        state: oneOf('ok', 'failing', 'tooFew'),
      },
      closed,
    ),
    state: oneOf('withheld', 'tooFew', 'noDifference', 'difference'),
    arms: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'Name of the variant.' }),
          share: Type.Number({ description: 'In per cent.' }),
          people: Count('As in `routes`.'),
          conversions: Count('People among them who opened or installed, by `by`.'),
          rate: Nullable(Type.Number({ description: 'Null without people.' })),
          lift: Nullable(
            Type.Number({
              description:
                'How much higher the rate is than that of the first variant: 0.2 is a fifth higher. Null for the first, and without a verdict.',
            }),
          ),
          interval: Nullable(
            // Not a tuple of TypeBox, which writes those as drafts before 2020-12 had them.
            Type.Unsafe<[lower: number, upper: number]>(
              Type.Array(Type.Number(), {
                minItems: 2,
                maxItems: 2,
                example: [-0.01, 0.03],
                description:
                  'Where the difference to the rate of the first variant lies; 0.01 is one percentage point.',
              }),
            ),
          ),
          p: Nullable(
            Type.Number({
              description: 'Differs from the first if below 0.05, however often one looks.',
            }),
          ),
        },
        closed,
      ),
    ),
    winner: Nullable(
      Type.String({ description: 'The variant that is better than every other one.' }),
    ),
  },
  { ...closed, $id: 'Experiment' },
);

export const LinkResults = Shape('LinkResults', {
  from: Time(),
  to: Time(),
  changedAt: Nullable(
    Time('When rules or variants of the link last changed; null: never since it was created.'),
  ),
  by: oneOf('opens', 'installs'),
  routes: Type.Array(RouteResult, {
    description: 'In the order of the link: rules, variants, the link itself; then former ones.',
  }),
  experiment: Nullable(Experiment),
});
export type LinkResults = Static<typeof LinkResults>;

export const getLinkResults = operation({
  id: 'getLinkResults',
  method: 'GET',
  path: '/links/{id}/results',
  api: 'sdk',
  tag: 'Links',
  summary: 'Get what the rules and variants of a link have brought',
  description:
    'Visits by people by the rule or variant that led them, and what the experiment shows: first whether people were assigned by the shares, then a test that ' +
    'may be looked at every day. From the last change of rules or variants on unless `from` is set, and not before the oldest click that is kept.',
  alsoUnderApi: true,
  auth: 'secretKeyOrSession',
  limitClass: 'read',
  params: Type.Object({ id: Id() }),
  query: Type.Object({
    from: Type.Optional(Type.String({ format: 'date-time', description: 'Inclusive.' })),
    to: Type.Optional(
      Type.String({ format: 'date-time', description: 'Exclusive; defaults to now.' }),
    ),
    by: Type.Optional(
      Type.Union([Type.Literal('opens'), Type.Literal('installs')], {
        default: 'opens',
        description: 'What the experiment is judged by.',
      }),
    ),
  }),
  replies: { 200: { description: 'The results.', schema: LinkResults } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});
