import { CommandError } from '../../CommandError.ts';
import { command } from '../../command.ts';
import { examineHost } from '../../account/examineHost.ts';

/** Of a host that is no domain of the project, which the server does not look at. */
const UNPROVED = {
  code: 'DOMAIN_UNPROVED',
  severity: 'problem',
  why: 'Only the domains of a project are examined, and only they serve its links',
  cure: 'Add it to the project and verify it: fairlead domain add HOST',
} as const;

const COLOURS = { problem: 'red', warning: 'yellow', info: 'dim' } as const;

export const doctorHost = command({
  name: 'doctor',
  summary:
    'Examine a link domain: DNS, TLS and association files; status 1 if anything is a problem',
  parameters: ['HOST'],
  options: {},
  audience: 'both',
  async run({ account }, _, [host = '']) {
    const me = await account({ operator: true });
    try {
      return await examineHost(me, host);
    } catch (error) {
      if (!(error instanceof CommandError) || error.status !== 404) throw error;
      return { host, verdict: 'problem', findings: [{ ...UNPROVED, seen: error.message }] };
    }
  },
  failed: ({ findings }) => findings.some(({ severity }) => severity === 'problem'),
  render: ({ host, findings }, { paint }) => [
    paint('bold', host),
    ...(findings.length === 0 ? ['Nothing is wrong.'] : []),
    ...findings.flatMap(({ code, severity, seen, why, cure }) => [
      '',
      `${paint(COLOURS[severity], severity)}: ${seen} (${code})`,
      ...(why === undefined ? [] : [`  ${why}`]),
      `  ${cure}`,
    ]),
  ],
});
