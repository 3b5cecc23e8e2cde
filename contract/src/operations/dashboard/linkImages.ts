import { Type } from '@sinclair/typebox';
import { CARD_SIZE, IMAGE_TYPES } from '../../imageTypes.ts';
import { LIMITS, limitText } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { Shape } from '../../schemas.ts';
import { ProjectParams } from './fields.ts';

const base = { api: 'dashboard', tag: 'Project links' } as const;

export const uploadLinkImage = operation({
  ...base,
  id: 'uploadLinkImage',
  method: 'POST',
  path: '/projects/{projectId}/link-images',
  summary: 'Upload an image for previews of links',
  description: `The answer's \`url\` goes into a link's \`metadata.ogImage\`. At most ${limitText('imageBytes')} and ${limitText('imageMegapixels')} megapixels (${limitText('imageDecodedBytes')} decoded), and ${limitText('linkImages')} images in a project. An image that no link or template has named for ${LIMITS.trashDays} days is deleted.`,
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Unknown({ description: 'The bytes of a PNG, JPEG or WebP image.' }),
  bodyMediaTypes: IMAGE_TYPES,
  bodyBytes: LIMITS.imageBytes,
  atOnce: LIMITS.imagesAtOnce,
  replies: {
    201: {
      description: `The image as it is served: a JPEG of at most ${CARD_SIZE.width} × ${CARD_SIZE.height} pixels and ${limitText('linkImageBytes')}, without its metadata. The same image gets the same URL.`,
      schema: Shape('LinkImage', {
        url: Type.String({ format: 'uri' }),
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
    'CONFLICT',
    'PAYLOAD_TOO_LARGE',
    'RATE_LIMITED',
  ],
});

export const getLinkImage = operation({
  ...base,
  id: 'getLinkImage',
  method: 'GET',
  path: '/link-images/{name}',
  summary: 'Get an image for previews of links',
  description: 'For social networks, which fetch it without a session. It never changes.',
  auth: 'anonymous',
  limitClass: 'public',
  openQuery: true,
  params: Type.Object({ name: Type.String() }),
  replies: {
    200: {
      description: 'The image.',
      mediaType: 'image/jpeg',
      headers: {
        'content-length': 'Bytes of the file.',
        'cache-control': 'Always `public, max-age=31536000, immutable`.',
        'x-content-type-options': 'Always `nosniff`.',
      },
    },
  },
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
});
