import { inspectServer, type ServerReport } from '@fairlead/contract/operations/dashboard/server';
import { command } from '../command.ts';

export const doctorServer = command({
  name: 'doctor server',
  summary:
    'Tell what a server still needs before phones can use it; status 1 where it is a problem',
  options: {},
  run: (call) => call(inspectServer, {}),
  failed: (result) => reportOf(result).findings.some(({ severity }) => severity === 'problem'),
  render: (result) => {
    const { version, publicUrl, findings } = reportOf(result);
    return [
      `Fairlead ${version} at ${publicUrl}`,
      ...(findings.length === 0 ? ['Nothing is missing.'] : []),
      ...findings.flatMap(({ code, severity, seen, cure }) => [
        '',
        `${severity}: ${seen} (${code})`,
        `  ${cure}`,
      ]),
    ];
  },
});

function reportOf(result: Readonly<Record<string, unknown>>): ServerReport {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server answers by this schema
  return result as ServerReport;
}
