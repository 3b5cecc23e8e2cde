import { memberCommand } from '../command.ts';
import { CommandError } from '../CommandError.ts';
import { inProject } from '../account/findLink.ts';

interface DomainReport {
  readonly host: string;
  readonly verdict: string;
  readonly findings: readonly {
    readonly code: string;
    readonly severity: 'problem' | 'warning' | 'info';
    readonly seen: string;
    readonly why?: string;
    readonly cure: string;
  }[];
}

const COLOURS = { problem: 'red', warning: 'yellow', info: 'dim' } as const;

export const doctorHost = memberCommand({
  name: 'doctor',
  summary: 'Examine a link domain: DNS, TLS and association files; status 1 where it is a problem',
  parameters: ['HOST'],
  options: {},
  forOperatorToo: true,
  async run({ account }, _, [host = '']) {
    const me = await account({ operator: true });
    const { projectId } = await inProject(me);
    const path =
      me.kind === 'operator'
        ? '/api/v1/admin/doctor'
        : `/v1/doctor${projectId === undefined ? '' : `?projectId=${projectId}`}`;
    const response = await me.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ host }),
    });
    const report = (await response.json()) as Record<string, unknown>;
    if (response.ok) return report;
    const said = [report['message']].flat().map(String).join('\n');
    throw new CommandError(response.status === 401 ? 4 : 1, said);
  },
  failed: (result) => reportOf(result).findings.some(({ severity }) => severity === 'problem'),
  render(result, { paint }) {
    const { host, findings } = reportOf(result);
    return [
      paint('bold', host),
      ...(findings.length === 0 ? ['Nothing is wrong.'] : []),
      ...findings.flatMap(({ code, severity, seen, why, cure }) => [
        '',
        `${paint(COLOURS[severity], severity)}: ${seen} (${code})`,
        ...(why === undefined ? [] : [`  ${why}`]),
        `  ${cure}`,
      ]),
    ];
  },
});

function reportOf(result: Readonly<Record<string, unknown>>): DomainReport {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server answers by this schema
  return result as unknown as DomainReport;
}
