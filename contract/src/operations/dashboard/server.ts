import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../../operation.ts';
import { Nullable, Shape } from '../../schemas.ts';

const base = { api: 'dashboard', tag: 'Server', limitClass: 'read' } as const;

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
  mail: Type.Union([Type.Literal('sent'), Type.Literal('files')], {
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
    'The owner of the server is the account of `ADMIN_EMAIL`, else the oldest account. Everyone else gets `report: null`.',
  auth: 'session',
  replies: {
    200: {
      description: 'The report, or null.',
      schema: Shape('OwnServer', { report: Nullable(ServerReport) }),
    },
  },
  errors: ['UNAUTHORIZED'],
});

export const sendTestMail = operation({
  ...base,
  id: 'sendTestMail',
  method: 'POST',
  path: '/server/test-mail',
  summary: 'Send a mail to oneself, to see whether mail works',
  description:
    'For the owner of the server; 404 for everyone else. Answers 200 with what kept the mail from leaving, if anything.',
  auth: 'session',
  limitClass: 'create',
  replies: {
    200: {
      description: 'The outcome.',
      schema: Shape('TestMail', {
        to: Type.String(),
        problem: Nullable(Type.String({ description: 'Null: the mail server has taken it.' })),
      }),
    },
  },
  errors: ['UNAUTHORIZED', 'NOT_FOUND'],
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
