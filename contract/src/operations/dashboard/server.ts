import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../../operation.ts';
import { Shape } from './fields.ts';

const base = { surface: 'dashboard', tag: 'Server', limitClass: 'read' } as const;

export const ServerFinding = Shape('ServerFinding', {
  code: Type.String({ description: 'Stable, such as PUBLIC_URL_LOCAL.' }),
  severity: Type.Union([Type.Literal('problem'), Type.Literal('warning')]),
  seen: Type.String(),
  cure: Type.String(),
});
export type ServerFinding = Static<typeof ServerFinding>;

const properties = {
  version: Type.String(),
  publicUrl: Type.String({ format: 'uri' }),
  mail: Type.Union([Type.Literal('smtp'), Type.Literal('files')], {
    description: 'files: mails are written to DATA_DIR/mail and reach nobody.',
  }),
  findings: Type.Array(ServerFinding, {
    description: 'What stands between the configuration of this server and people’s phones.',
  }),
};

export const ServerReport = Shape('ServerReport', properties);
export type ServerReport = Static<typeof ServerReport>;

export const getServer = operation({
  ...base,
  id: 'getServer',
  method: 'GET',
  path: '/server',
  summary: 'How this server is set up, for its owner',
  description:
    'The owner of the server is the account of `ADMIN_EMAIL`, else the oldest account. Everybody else gets `report: null`.',
  auth: 'session',
  replies: {
    200: {
      description: 'The report, or null.',
      schema: Shape('OwnServer', { report: Type.Union([ServerReport, Type.Null()]) }),
    },
  },
  errors: ['UNAUTHORIZED'],
});

export const inspectServer = operation({
  ...base,
  id: 'inspectServer',
  method: 'GET',
  path: '/admin/server',
  summary: 'How this server is set up',
  description: 'For the operator; `fairlead doctor server` shows it.',
  auth: 'instanceAdmin',
  limitClass: 'none',
  replies: { 200: { description: 'The report.', schema: ServerReport } },
  errors: ['UNAUTHORIZED'],
});
