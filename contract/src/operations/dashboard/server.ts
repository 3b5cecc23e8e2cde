import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../../operation.ts';
import { Nullable, Shape } from '../../schemas.ts';

const base = { api: 'dashboard', tag: 'Server', limitClass: 'read' } as const;

export const ServerFinding = Shape('ServerFinding', {
  code: Type.String({ description: 'Stable code, such as PUBLIC_URL_LOCAL.' }),
  severity: Type.Union([Type.Literal('problem'), Type.Literal('warning')]),
  seen: Type.String(),
  cure: Type.String(),
});
export type ServerFinding = Static<typeof ServerFinding>;

const properties = {
  version: Type.String(),
  publicUrl: Type.String({ format: 'uri' }),
  mail: Type.Union([Type.Literal('sent'), Type.Literal('files')], {
    description: 'files: emails are written to DATA_DIR/mail and not delivered.',
  }),
  findings: Type.Array(ServerFinding, {
    description: 'What this server’s configuration lacks for production.',
  }),
};

export const ServerReport = Shape('ServerReport', properties);
export type ServerReport = Static<typeof ServerReport>;

export const getServer = operation({
  ...base,
  id: 'getServer',
  method: 'GET',
  path: '/server',
  summary: 'Get the configuration report, for the server’s owner',
  description:
    'The server’s owner is the account of `ADMIN_EMAIL`, else the oldest account. Everyone else gets `report: null`.',
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
  summary: 'Send yourself a test email',
  description:
    'For the server’s owner; 404 for everyone else. Returns 200 with the delivery error, if any.',
  auth: 'session',
  limitClass: 'create',
  replies: {
    200: {
      description: 'The outcome.',
      schema: Shape('TestMail', {
        to: Type.String(),
        problem: Nullable(
          Type.String({ description: 'Null if the mail server accepted the message.' }),
        ),
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
  summary: 'Get the configuration report',
  description: 'For the operator; `fairlead doctor server` shows it.',
  auth: 'instanceAdmin',
  limitClass: 'none',
  replies: { 200: { description: 'The report.', schema: ServerReport } },
  errors: ['UNAUTHORIZED'],
});
