import type { ServerReport } from '@fairlead/contract/operations/dashboard/server';
import type { App } from '../../app.ts';
import { inspectConfig } from '../../inspectConfig.ts';
import { VERSION } from '../../version.ts';

export function renderServer({ config }: App): ServerReport {
  return {
    version: VERSION,
    publicUrl: config.publicUrl.origin,
    mail: config.smtpUrl === undefined ? 'files' : 'smtp',
    findings: inspectConfig(config),
  };
}
