import { Type } from '@sinclair/typebox';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { ResolvedLink } from '../resources.ts';

export const resolveLink = operation({
  id: 'resolveLink',
  method: 'GET',
  path: '/sdk/resolve',
  surface: 'sdk',
  tag: 'Links',
  summary: 'Resolve a link URL and record a click',
  description:
    'Takes a web URL of a link or a custom-scheme URL. The click is durable before the answer leaves.',
  auth: 'none',
  limitClass: 'public',
  query: Type.Object({
    url: Type.String({
      minLength: LIMITS.resolveUrlMinLength,
      requiredWords: 'The URL parameter is required: url, the link to resolve',
      description: 'Full HTTPS link URL or custom-scheme URL.',
    }),
  }),
  headers: Type.Object({
    'x-installation-token': Type.Optional(Type.String()),
  }),
  replies: {
    200: {
      description: 'The link.',
      schema: ResolvedLink,
      headers: {
        'x-installation-token': 'A refreshed installation token, when needed.',
        'x-svc-context': 'One of installation-attached, auto-installed, none.',
        'x-svc-warning': 'missing_device_id, when no installation context exists.',
      },
    },
  },
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
});
