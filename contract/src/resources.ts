import { Type, type Static } from '@sinclair/typebox';
import { FINDING_CODES, type FindingCode } from './finding.ts';
import { FREE_FORM_SIZE, LIMITS } from './limits.ts';
import './formats.ts';
import { closed, Count, FreeForm, Nullable, WELL_FORMED } from './schemas.ts';

const Uri = (description: string) =>
  Type.String({ format: 'uri', maxLength: LIMITS.destinationLength, description });
const OptionalUri = (description: string) => Type.Optional(Nullable(Uri(description)));
const DateTime = () => Type.String({ format: 'date-time' });

export const LinkType = Type.Union([Type.Literal('unified'), Type.Literal('dynamic')], {
  description:
    'A unified link sends each platform to its own URL; a dynamic link opens the app and falls back.',
});
export type LinkType = Static<typeof LinkType>;

/** Rule: resources 1. */
export const HealthResponse = Type.Object(
  {
    status: Type.Literal('ok'),
    timestamp: DateTime(),
    environment: Type.String({ description: 'Name of the deployment environment.' }),
  },
  { ...closed, $id: 'HealthResponse' },
);

/** Rule: surfaces 6. */
export const ReadyResponse = Type.Object(
  { status: Type.Literal('ready') },
  { ...closed, $id: 'ReadyResponse' },
);

/** Rule: resources 2. */
export const Plan = Type.Object(
  {
    name: Type.String(),
    priceId: Type.String(),
    paymentPriceId: Type.Optional(Nullable(Type.String())),
    price: Type.String({ description: 'Currency-formatted amount for the requested period.' }),
    period: Type.String({ description: 'Period suffix text.' }),
    billingPeriod: Type.Union([Type.Literal('monthly'), Type.Literal('yearly')]),
    yearlyDiscount: Type.Optional(Nullable(Type.String())),
    features: Type.Array(Type.String()),
    limits: FreeForm('Plan limits by name; null means unlimited.'),
    hasOverage: Type.Boolean(),
    overageRatePer1k: Type.Optional(Nullable(Type.Number())),
  },
  { ...closed, $id: 'Plan' },
);

/** Rule: resources 2. */
export const PlansResponse = Type.Object(
  { plans: Type.Array(Plan) },
  { ...closed, $id: 'PlansResponse' },
);

const resolvedLinkFields = {
  id: Type.String({ format: 'uuid' }),
  slug: Type.String({ description: 'Unique within the project.' }),
  type: LinkType,
  fallbackUrl: OptionalUri('Where visitors go if nothing more specific applies.'),
  iosUrl: OptionalUri('Destination on iOS of a unified link.'),
  androidUrl: OptionalUri('Destination on Android of a unified link.'),
  iosFallbackUrl: OptionalUri('Where a dynamic link goes on iOS when the app does not open.'),
  androidFallbackUrl: OptionalUri(
    'Where a dynamic link goes on Android when the app does not open.',
  ),
  parameters: Type.Optional(
    Nullable(FreeForm('Delivered to the app; passthrough values are merged in.')),
  ),
  metadata: Type.Optional(Nullable(FreeForm('Free-form; its og… keys define the social preview.'))),
  allowQueryPassthrough: Type.Optional(Type.Boolean()),
};

/** Rule: resources 3. Absent optional fields are omitted rather than null (Rule: bodies). */
export const ResolvedLink = Type.Object(resolvedLinkFields, { ...closed, $id: 'ResolvedLink' });
export type ResolvedLink = Static<typeof ResolvedLink>;

/** Rule: resources 4. */
export const Link = Type.Object(
  {
    ...resolvedLinkFields,
    shortUrl: Type.String({ format: 'uri' }),
    externalId: Type.Optional(Nullable(Type.String())),
    createdAt: Type.Optional(DateTime()),
    updatedAt: Type.Optional(DateTime()),
  },
  { ...closed, $id: 'Link' },
);
export type Link = Static<typeof Link>;

export const ExternalId = Type.String({
  minLength: 1,
  // Counted in code points, as `maxLength` is not by validators that count UTF-16 units; halves of them are none.
  pattern: `^(?:[\\uD800-\\uDBFF][\\uDC00-\\uDFFF]|[^\\s\\uD800-\\uDFFF]){1,${LIMITS.externalIdLength}}$`,
  patternMessage: `must be 1 to ${LIMITS.externalIdLength} characters long, without white space or broken Unicode`,
  example: 'campaign-42',
  // If coerced, 5 and "5" would be one link, and an empty string a new link at each call.
  exact: true,
  description:
    'Your own identifier for the link, unique within the project; makes creation idempotent.',
});

export const Slug = Type.String({
  ...WELL_FORMED,
  minLength: 1,
  maxLength: LIMITS.slugLength,
  description:
    'The path of the short URL: letters, digits and . _ ~ -, in segments separated by single slashes; generated if omitted.',
});

/** Rule: resources 5. The two flags are accepted and ignored (Rule: bodies). */
export const CreateLinkRequest = Type.Object(
  {
    type: LinkType,
    slug: Type.Optional(Slug),
    name: Type.Optional(
      Type.String({
        ...WELL_FORMED,
        maxLength: LIMITS.nameLength,
        description: 'Preview title, used if `metadata` has none.',
      }),
    ),
    externalId: Type.Optional(ExternalId),
    domain: Type.Optional(
      Type.String({ description: 'Host name of a verified domain of the project.' }),
    ),
    fallbackUrl: Type.Optional(Uri('Where visitors go if nothing more specific applies.')),
    iosUrl: Type.Optional(Uri('Destination on iOS of a unified link.')),
    androidUrl: Type.Optional(Uri('Destination on Android of a unified link.')),
    iosFallbackUrl: Type.Optional(Uri('Destination on iOS when the app does not open.')),
    androidFallbackUrl: Type.Optional(Uri('Destination on Android when the app does not open.')),
    parameters: Type.Optional(FreeForm(`Delivered to the app. ${FREE_FORM_SIZE}`)),
    metadata: Type.Optional(
      FreeForm(`ogTitle, ogDescription and ogImage define the social preview. ${FREE_FORM_SIZE}`),
    ),
    allowQueryPassthrough: Type.Optional(Type.Boolean({ description: 'Defaults to false.' })),
    iosSocialBreakout: Type.Optional(Type.Unknown({ description: 'Accepted and ignored.' })),
    iosBrowserAutoOpen: Type.Optional(Type.Unknown({ description: 'Accepted and ignored.' })),
  },
  { ...closed, $id: 'CreateLinkRequest' },
);
export type CreateLinkRequest = Static<typeof CreateLinkRequest>;

/** Rule: operations: exact immediately, with people, previews and bots counted separately. */
export const LinkStats = Type.Object(
  {
    clicks: Count('Visits by people, and resolves without an earlier visit.'),
    previews: Count('Fetches by social crawlers.'),
    bots: Count('Other bots, prefetches and HEAD requests.'),
    opens: Count('Clicks that opened the app.'),
    installs: Count('First installs credited to the link.'),
    returningUsers: Count('Opens by installations known before the click.'),
    attributedClicks: Count('Clicks matched to an install or an open.'),
    lastClickedAt: Type.Optional(DateTime()),
  },
  { ...closed, $id: 'LinkStats' },
);
export type LinkStats = Static<typeof LinkStats>;

/** Rule: errors 1. */
export const ErrorResponse = Type.Object(
  {
    statusCode: Type.Integer({ minimum: 400, maximum: 599 }),
    message: Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })]),
    error: Type.Optional(Type.String({ description: 'Stable error code.' })),
  },
  { ...closed, $id: 'ErrorResponse' },
);
export type ErrorResponse = Static<typeof ErrorResponse>;

/** One thing that is wrong with a request, for programs: a form marks the named field. */
export const FieldError = Type.Object(
  {
    field: Type.String({
      description:
        'Field or parameter name, with dots for nested fields; empty for the body as a whole.',
    }),
    code: Type.Unsafe<FindingCode>(
      Type.String({
        description: `What is wrong. Codes are stable; more may be added: ${Object.keys(FINDING_CODES).join(', ')}.`,
      }),
    ),
    message: Type.String({ description: 'A sentence that names the field and how to fix it.' }),
    pointer: Type.Optional(
      Type.String({
        description: 'JSON pointer (RFC 6901) into the body; absent for parameters.',
      }),
    ),
  },
  { ...closed, $id: 'FieldError' },
);
export type FieldError = Static<typeof FieldError>;

/** RFC 9457, for clients that accept application/problem+json (Rule: errors). */
export const ProblemDocument = Type.Object(
  {
    type: Type.String({ format: 'uri' }),
    title: Type.String(),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String(),
    instance: Type.String(),
    code: Type.String(),
    errors: Type.Array(FieldError, {
      description: 'Every invalid field of the request; empty for other errors.',
    }),
  },
  { ...closed, $id: 'ProblemDocument' },
);
export type ProblemDocument = Static<typeof ProblemDocument>;
