import { Type } from '@sinclair/typebox';
import { INSTALLATION_CONTEXT, installationHeaders } from '../installationContext.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { ResolvedLink } from '../resources.ts';
import { routeFields } from '../rules.ts';
import { closed } from '../schemas.ts';

/** A link as its rules lead the app that asks. */
export const RoutedLink = Type.Object(
  {
    ...ResolvedLink.properties,
    ...routeFields,
    updateUrl: Type.Optional(
      Type.String({
        format: 'uri',
        description: 'The link asks to update the app first: its store page.',
      }),
    ),
  },
  { ...closed, $id: 'RoutedLink' },
);

export const resolveLink = operation({
  id: 'resolveLink',
  method: 'GET',
  path: '/sdk/resolve',
  api: 'sdk',
  tag: 'Links',
  summary: 'Resolve a link URL and record a click',
  description:
    'Accepts the web URL of a link or a custom-scheme URL. The click is durable before the response is sent.',
  auth: 'anonymous',
  limitClass: 'public',
  // Older SDKs do not encode the URL, so its own parameters appear as separate ones.
  openQuery: true,
  query: Type.Object({
    url: Type.String({
      minLength: LIMITS.resolveUrlMinLength,
      requiredMessage: 'The URL parameter is required: url, the link to resolve',
      description: 'Full HTTPS link URL or custom-scheme URL.',
    }),
  }),
  headers: installationHeaders,
  replies: {
    200: {
      description: 'The link.',
      schema: RoutedLink,
      headers: INSTALLATION_CONTEXT,
    },
  },
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
});
