import { Type, type Static } from '@sinclair/typebox';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';

/**
 * Schemas of Firebase Dynamic Links, as its own clients write and read them: open, because scripts send more than
 * needed.
 */

const Text = (description?: string) =>
  Type.Optional(
    Type.String({
      maxLength: LIMITS.destinationLength,
      ...(description !== undefined && { description }),
    }),
  );

export const DynamicLinkInfo = Type.Object(
  {
    domainUriPrefix: Text(
      '`https://` followed by a link domain of the project, and optionally a path.',
    ),
    dynamicLinkDomain: Text('A link domain of the project; the older name of the field.'),
    link: Text('The deep link.'),
    androidInfo: Type.Optional(
      Type.Object({
        androidPackageName: Text(),
        androidFallbackLink: Text(),
        androidMinPackageVersionCode: Text(),
      }),
    ),
    iosInfo: Type.Optional(
      Type.Object({
        iosBundleId: Text(),
        iosFallbackLink: Text(),
        iosCustomScheme: Text(),
        iosIpadFallbackLink: Text(),
        iosIpadBundleId: Text(),
        iosAppStoreId: Text(),
        iosMinimumVersion: Text(),
      }),
    ),
    navigationInfo: Type.Optional(
      Type.Object({ enableForcedRedirect: Type.Optional(Type.Boolean()) }),
    ),
    analyticsInfo: Type.Optional(
      Type.Object({
        googlePlayAnalytics: Type.Optional(
          Type.Object({
            utmSource: Text(),
            utmMedium: Text(),
            utmCampaign: Text(),
            utmTerm: Text(),
            utmContent: Text(),
            gclid: Text(),
          }),
        ),
        itunesConnectAnalytics: Type.Optional(
          Type.Object({ at: Text(), ct: Text(), mt: Text(), pt: Text() }),
        ),
      }),
    ),
    socialMetaTagInfo: Type.Optional(
      Type.Object({ socialTitle: Text(), socialDescription: Text(), socialImageLink: Text() }),
    ),
    desktopInfo: Type.Optional(Type.Object({ desktopFallbackLink: Text() })),
  },
  { $id: 'DynamicLinkInfo' },
);
export type DynamicLinkInfo = Static<typeof DynamicLinkInfo>;

export const ShortLinkRequest = Type.Object(
  {
    longDynamicLink: Text('A long link; alternative to `dynamicLinkInfo`.'),
    dynamicLinkInfo: Type.Optional(DynamicLinkInfo),
    suffix: Type.Optional(
      Type.Object({
        option: Type.Optional(
          Type.Union([Type.Literal('SHORT'), Type.Literal('UNGUESSABLE')], {
            description: 'SHORT: 7 characters; UNGUESSABLE (default): 17.',
          }),
        ),
      }),
    ),
  },
  { $id: 'ShortLinkRequest' },
);
export type ShortLinkRequest = Static<typeof ShortLinkRequest>;

const Key = Type.Object({
  key: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'The application key, for clients that send it in the query; prefer `X-App-Key`.',
    }),
  ),
});

const GOOGLE_ERRORS =
  'Errors have Google’s format: `{error: {code, message, status}}`, with the HTTP status as `code`.';

export const createShortLink = operation({
  id: 'createShortLink',
  method: 'POST',
  path: '/shortLinks',
  api: 'sdk',
  tag: 'Firebase',
  summary: 'Create a short link, compatible with Firebase Dynamic Links',
  description: `The same long link always gets the same short link. ${GOOGLE_ERRORS}`,
  auth: 'appKey',
  limitClass: 'create',
  openQuery: true,
  keyInQuery: true,
  googleErrors: true,
  query: Key,
  body: ShortLinkRequest,
  bodyExample: {
    dynamicLinkInfo: {
      domainUriPrefix: 'https://go.example.com',
      link: 'https://example.com/offer?id=7',
      androidInfo: { androidPackageName: 'com.example.app' },
      iosInfo: { iosBundleId: 'com.example.app', iosAppStoreId: '123456789' },
    },
    suffix: { option: 'SHORT' },
  },
  replies: {
    200: {
      description: 'The short link.',
      schema: Type.Object(
        {
          shortLink: Type.String({ format: 'uri' }),
          previewLink: Type.String({ format: 'uri', description: 'Explains the link (`d=1`).' }),
          warning: Type.Array(
            Type.Object(
              { warningCode: Type.String(), warningMessage: Type.String() },
              { additionalProperties: false },
            ),
          ),
        },
        { additionalProperties: false, $id: 'ShortLink' },
      ),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
});

export const exchangeShortLink = operation({
  id: 'exchangeShortLink',
  method: 'POST',
  path: '/exchangeShortLink',
  api: 'sdk',
  tag: 'Firebase',
  summary: 'Get the long link behind a short link',
  description: `Nothing is counted. ${GOOGLE_ERRORS}`,
  auth: 'appKey',
  limitClass: 'read',
  openQuery: true,
  keyInQuery: true,
  googleErrors: true,
  query: Key,
  body: Type.Object({
    requestedLink: Type.String({ minLength: 1, maxLength: LIMITS.destinationLength }),
  }),
  bodyExample: { requestedLink: 'https://go.example.com/x7Kq2Ma' },
  replies: {
    200: {
      description: 'The long link.',
      schema: Type.Object(
        { longLink: Type.String({ format: 'uri' }) },
        { additionalProperties: false, $id: 'ExchangedLink' },
      ),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
});
