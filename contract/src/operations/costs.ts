import { Type, type Static } from '@sinclair/typebox';
import { Currency } from '../eventResources.ts';
import { LIMITS, limitText } from '../limits.ts';
import { operation } from '../operation.ts';
import { closed, Count, Shape, STORABLE_TEXT } from '../schemas.ts';

const params = Type.Object({ projectId: Type.String({ description: 'Id of the project.' }) });
const base = { api: 'dashboard', tag: 'Events', params } as const;

export const Cost = Shape('Cost', {
  day: Type.String({ format: 'date', example: '2026-11-27' }),
  linkId: Type.Optional(
    Type.String({ format: 'uuid', description: 'Of a link of the project; or `campaign`.' }),
  ),
  campaign: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LIMITS.costCampaignLength,
      ...STORABLE_TEXT,
      description: 'A `utm_campaign`; or `linkId`.',
    }),
  ),
  currency: Currency(),
  amount: Type.Integer({
    minimum: 0,
    maximum: LIMITS.eventAmount,
    description: 'Whole minor units: 1234 is 12.34 EUR, 1234 JPY or 1.234 KWD. 0 takes it back.',
  }),
});
export type Cost = Static<typeof Cost>;

export const importCosts = operation({
  ...base,
  id: 'importCosts',
  method: 'PUT',
  path: '/projects/{projectId}/costs',
  summary: `Say what links or campaigns have cost: up to ${limitText('costsPerCall')} days of them`,
  description:
    'A cost takes the place of an earlier one of the same day, link or campaign and currency, so a file can be sent again. Numbers of events show them, ' +
    'and the return on them, by link, folder, campaign and day. All rows are stored, or none.',
  auth: 'admin',
  limitClass: 'create',
  body: Type.Object(
    { costs: Type.Array(Cost, { minItems: 1, maxItems: LIMITS.costsPerCall }) },
    closed,
  ),
  bodyBytes: LIMITS.eventsBytes,
  bodyExample: {
    costs: [{ day: '2026-11-27', campaign: 'spring', currency: 'EUR', amount: 12500 }],
  },
  replies: {
    200: {
      description: 'All are stored.',
      schema: Shape('ImportedCosts', { stored: Count('Rows, as far as they are different ones.') }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
});

export const listCosts = operation({
  ...base,
  id: 'listCosts',
  method: 'GET',
  path: '/projects/{projectId}/costs',
  summary: 'List what links and campaigns have cost, newest day first',
  description: `At most ${limitText('costsListed')} rows; \`before\` goes on with older days.`,
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  query: Type.Object({
    before: Type.Optional(
      Type.String({ format: 'date', description: 'Only days before this one.' }),
    ),
  }),
  replies: {
    200: {
      description: 'The costs.',
      schema: Shape('Costs', {
        costs: Type.Array(Cost),
        more: Type.Boolean({ description: 'Whether there are older ones.' }),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});
