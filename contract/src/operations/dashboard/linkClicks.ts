import { Type, type Static } from '@sinclair/typebox';
import { LIMITS } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { LinkStats } from '../../resources.ts';
import { routeFields } from '../../rules.ts';
import { Id, Nullable, Shape, Time } from '../../schemas.ts';
import { ClickSource } from '../analytics.ts';
import { LinkParams } from './links.ts';

const Text = Nullable(Type.String());

export const RecentClick = Shape('RecentClick', {
  id: Id(),
  at: Time(),
  kind: Type.Union([Type.Literal('click'), Type.Literal('preview'), Type.Literal('bot')]),
  source: ClickSource,
  opened: Type.Boolean({ description: 'Whether it opened the app.' }),
  device: Text,
  os: Text,
  browser: Text,
  country: Text,
  app: Nullable(Type.String({ description: 'Name of the in-app browser or crawler.' })),
  referrer: Text,
  language: Text,
  placement: Nullable(Type.String({ description: 'Where the QR code was printed.' })),
  utmSource: Text,
  utmMedium: Text,
  utmCampaign: Text,
  utmTerm: Text,
  utmContent: Text,
  ...routeFields,
});
export type RecentClick = Static<typeof RecentClick>;

export const listLinkClicks = operation({
  api: 'dashboard',
  tag: 'Project links',
  id: 'listLinkClicks',
  method: 'GET',
  path: '/projects/{projectId}/links/{linkId}/clicks',
  summary: 'Poll recent clicks of a link',
  description:
    'Newest first. Pass `newest` of the previous response as `after` to get only clicks since then.',
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  params: LinkParams,
  query: Type.Object({
    after: Type.Optional(Id('`newest` of the previous response.')),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: 50 })),
  }),
  replies: {
    200: {
      description: 'Recent clicks and the current statistics of the link.',
      schema: Shape('RecentClicks', {
        clicks: Type.Array(RecentClick),
        newest: Nullable(Id('Pass as `after` to the next call.')),
        stats: LinkStats,
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});
