import type { ServerReport } from '@fairlead/contract/operations/dashboard/server';
import type { App } from '../../App.ts';
import { inspectConfig } from '#platform/config/inspectConfig.ts';
import { VERSION } from '#platform/config/version.ts';

export function renderServer({ config, mail }: App): ServerReport {
  return {
    version: VERSION,
    publicUrl: config.publicUrl.origin,
    mail: mail.delivers ? 'sent' : 'files',
    findings: inspectConfig(config),
  };
}
