import {
  type Static,
  type TObject,
  type TOptional,
  type TSchema,
  type TString,
  Type,
} from '@sinclair/typebox';
import { IMAGE_TYPES } from '../../imageTypes.ts';
import { LIMITS, limitText } from '../../limits.ts';
import { operation } from '../../operation.ts';
import {
  BRAND_TEXTS,
  BRANDED_PAGES,
  type BrandText,
  PAGE_LANGUAGES,
  type PageLanguage,
} from '../../pageTexts.ts';
import { closed, Nullable, oneOf, Shape, WELL_FORMED, STORABLE_TEXT } from '../../schemas.ts';
import { Name, ProjectParams } from './fields.ts';

const base = { api: 'dashboard', tag: 'Brand', params: ProjectParams } as const;

/** Characters of so many bytes in a data URL. */
const dataUrlLength = (bytes: number) =>
  Math.ceil(bytes / 3) * 4 + 'data:image/webp;base64,'.length;

const Picture = (bytes: number, description: string) =>
  Nullable(
    Type.String({
      maxLength: dataUrlLength(bytes),
      pattern: '^data:image/webp;base64,[A-Za-z0-9+/]+={0,2}$',
      patternMessage: 'must be an image as shrinkBrandImage answers it',
      description,
      example: 'data:image/webp;base64,UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==',
    }),
  );

const SecureUrl = (description: string) =>
  Nullable(
    Type.String({
      format: 'uri',
      maxLength: LIMITS.brandUrlLength,
      pattern: '^https://',
      patternMessage: 'must begin with https://',
      description,
    }),
  );

/** Properties of which an object may have any. */
function someOf<N extends string, S extends TSchema>(
  names: readonly N[],
  schemaOf: (name: N) => S,
) {
  const properties = names.map((name) => [name, Type.Optional(schemaOf(name))]);
  return Object.fromEntries(properties) as { [Name in N]: TOptional<S> };
}

const textNames = Object.keys(BRAND_TEXTS) as BrandText[];
const TextsOfLanguage: TObject<{ [T in BrandText]: TOptional<TString> }> = Type.Object(
  someOf(textNames, (name) =>
    Type.String({ minLength: 1, maxLength: BRAND_TEXTS[name], ...STORABLE_TEXT }),
  ),
  closed,
);
const languages = Object.keys(PAGE_LANGUAGES) as PageLanguage[];
const TextsByLanguage = Type.Object(
  someOf(languages, () => TextsOfLanguage),
  { ...closed, description: 'Texts by language that replace those of the pages.' },
);

const LogoTone = oneOf('dark', 'light', 'any');

const Words = Type.Object(
  someOf(['opening', 'closing'], () =>
    Type.String({
      ...WELL_FORMED,
      minLength: 1,
      maxLength: LIMITS.mailWordsLength,
      pattern: '^[^\\u0000-\\u0009\\u000b-\\u001f\\u007f]*$',
      patternMessage: 'must not contain control characters other than line ends',
      description: 'Plain text without web or email addresses.',
    }),
  ),
  closed,
);

export const ProjectMails = Type.Object(
  {
    senderName: Type.Optional(
      Type.String({
        ...Name,
        maxLength: LIMITS.mailSenderLength,
        description:
          'Stands before the server’s own address. Must not look like an address or the server’s name.',
        example: 'Bluebird Marketing',
      }),
    ),
    replyTo: Type.Optional(
      Type.String({
        format: 'email',
        pattern: '^[!-~]+$',
        patternMessage: 'must be an email address in plain Latin letters',
        description: 'Where replies go.',
        example: 'marketing@example.com',
      }),
    ),
    invitation: Type.Optional(Words),
    weekly: Type.Optional(Words),
  },
  {
    ...closed,
    description:
      'Sender of the mails about the project, and words before and after those of invitations and the weekly mail. Mails about accounts stay as they are.',
  },
);
export type ProjectMails = Static<typeof ProjectMails>;

export const ProjectBrand = Shape('ProjectBrand', {
  logo: Picture(LIMITS.brandLogoBytes, 'Stands above the title of every page.'),
  logoTone: {
    ...LogoTone,
    description:
      'Whether the logo can be read only on light (`dark`) or only on dark backgrounds (`light`): on the other, pages put it on a plate.',
  },
  icon: Picture(
    LIMITS.brandIconBytes,
    'The app’s icon, for the tab of the browser, and above the title if there is no logo.',
  ),
  color: Nullable(
    Type.String({
      pattern: '^#[0-9a-f]{6}$',
      patternMessage: 'must be a colour such as #1a56db, in lower case',
      description:
        'Of buttons. Their text is white or black, whichever reads better; links and outlines become darker or lighter until they can be read.',
      example: '#1a56db',
    }),
  ),
  imprintUrl: SecureUrl('Linked at the foot of every page.'),
  privacyUrl: SecureUrl('Linked at the foot of every page.'),
  showLinkImage: Type.Boolean({
    description:
      'Whether pages that lead to the app show the preview image of the link, which visitors load from its own host.',
  }),
  texts: TextsByLanguage,
  mails: Type.Optional(ProjectMails),
});
export type ProjectBrand = Static<typeof ProjectBrand>;

const brandExample = {
  logo: null,
  logoTone: 'any',
  icon: null,
  color: '#1a56db',
  imprintUrl: 'https://example.com/imprint',
  privacyUrl: null,
  showLinkImage: false,
  texts: { en: { open: 'Open in Bluebird' } },
};

export const getBrand = operation({
  ...base,
  id: 'getBrand',
  method: 'GET',
  path: '/projects/{projectId}/brand',
  summary: 'Get how pages for visitors look, and mails about the project',
  auth: 'viewer',
  limitClass: 'read',
  replies: {
    200: {
      description: 'The brand, and the texts of the pages that it may replace.',
      schema: Shape('BrandSettings', { brand: ProjectBrand, standardTexts: TextsByLanguage }),
    },
  },
  errors: ['UNAUTHORIZED', 'NOT_FOUND'],
});

export const setBrand = operation({
  ...base,
  id: 'setBrand',
  method: 'PUT',
  path: '/projects/{projectId}/brand',
  summary: 'Set how pages for visitors look, and mails about the project',
  auth: 'admin',
  limitClass: 'create',
  body: ProjectBrand,
  bodyExample: brandExample,
  replies: { 200: { description: 'The brand.', schema: ProjectBrand } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

const IMAGE = Type.Unknown({ description: 'The bytes of a PNG, JPEG or WebP image.' });

export const shrinkBrandImage = operation({
  ...base,
  id: 'shrinkBrandImage',
  method: 'POST',
  path: '/projects/{projectId}/brand/images',
  summary: 'Make a logo or icon small enough for pages',
  description: `Nothing is stored: the answer goes into \`setBrand\`. At most ${limitText('imageBytes')} and ${limitText('imageMegapixels')} megapixels (${limitText('imageDecodedBytes')} decoded).`,
  auth: 'admin',
  limitClass: 'create',
  query: Type.Object({ use: oneOf('logo', 'icon') }),
  body: IMAGE,
  bodyMediaTypes: IMAGE_TYPES,
  bodyBytes: LIMITS.imageBytes,
  atOnce: LIMITS.imagesAtOnce,
  replies: {
    200: {
      description: 'The image without its metadata, as a data URL.',
      schema: Shape('BrandImage', {
        image: Type.String(),
        tone: LogoTone,
        width: Type.Integer(),
        height: Type.Integer(),
        bytes: Type.Integer(),
      }),
    },
  },
  errors: [
    'VALIDATION_ERROR',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
    'PAYLOAD_TOO_LARGE',
    'RATE_LIMITED',
  ],
});

export const previewBrand = operation({
  ...base,
  id: 'previewBrand',
  method: 'POST',
  path: '/projects/{projectId}/brand/preview',
  summary: 'Render a page for visitors with a brand that is not stored yet',
  auth: 'viewer',
  limitClass: 'read',
  body: Type.Object(
    {
      brand: ProjectBrand,
      page: oneOf(...BRANDED_PAGES),
      language: oneOf(...languages),
      scheme: oneOf('light', 'dark'),
    },
    closed,
  ),
  bodyExample: { brand: brandExample, page: 'launch', language: 'en', scheme: 'light' },
  replies: {
    200: {
      description: 'The page, without its script.',
      schema: Shape('BrandPreview', { html: Type.String(), bytes: Type.Integer() }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

export const previewMail = operation({
  ...base,
  id: 'previewMail',
  method: 'POST',
  path: '/projects/{projectId}/brand/mail-preview',
  summary: 'Render a mail with a sender and words that are not stored yet',
  auth: 'viewer',
  limitClass: 'read',
  body: Type.Object({ mails: ProjectMails, kind: oneOf('invitation', 'weekly') }, closed),
  bodyExample: { mails: { senderName: 'Bluebird Marketing' }, kind: 'invitation' },
  replies: {
    200: {
      description: 'The mail as it would be sent, with made-up numbers.',
      schema: Shape('MailPreview', {
        from: Type.Object({ name: Type.String(), address: Type.String() }, closed),
        replyTo: Nullable(Type.String()),
        subject: Type.String(),
        text: Type.String(),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});
