import type { ServerReport } from '@fairlead/contract/operations/dashboard/server';
import type { App } from '../../app.ts';
import { inspectConfig } from '../../inspectConfig.ts';
import { VERSION } from '../../version.ts';

export function renderServer({ config, mail }: App): ServerReport {
  return {
    version: VERSION,
    publicUrl: config.publicUrl.origin,
    mail: mail.delivers ? 'sent' : 'files',
    findings: inspectConfig(config),
  };
}
