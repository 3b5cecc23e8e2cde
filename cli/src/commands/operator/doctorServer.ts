import { inspectServer } from '@fairlead/contract/operations/dashboard/server';
import { command } from '../../command.ts';

export const doctorServer = command({
  name: 'doctor server',
  summary:
    'Show what a server still needs before phones can use it; status 1 if anything is a problem',
  audience: 'operator',
  options: {},
  run: ({ call }) => call(inspectServer, {}),
  failed: ({ findings }) => findings.some(({ severity }) => severity === 'problem'),
  render: ({ version, publicUrl, findings }) => [
    `Fairlead ${version} at ${publicUrl}`,
    ...(findings.length === 0 ? ['Nothing is missing.'] : []),
    ...findings.flatMap(({ code, severity, seen, cure }) => [
      '',
      `${severity}: ${seen} (${code})`,
      `  ${cure}`,
    ]),
  ],
});
