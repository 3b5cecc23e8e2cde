import type { BootstrapRequest, MatchRequest } from '../contract.ts';
import type { DeviceFacts } from './types.ts';

export function telemetryOf(device: DeviceFacts): Omit<BootstrapRequest, 'installationId'> {
  return {
    deviceModel: device.model,
    deviceManufacturer: device.manufacturer,
    osName: device.os,
    osVersion: device.osVersion,
    appVersion: device.appVersion,
    appBuild: device.appBuild,
    language: device.language,
    timezone: device.timezone,
    persistentDeviceId: device.persistentDeviceId,
  };
}

export function fingerprintOf(device: DeviceFacts): MatchRequest['fingerprint'] {
  const { os, model, screenResolution, timezone, language, osVersion } = device;
  return { os, model, screenResolution, timezone, language, systemVersion: osVersion };
}

/** What follows `click_id=` in the install referrer, not decoded. */
export function readClickId(referrer: string): string | undefined {
  return /(?:^|&)click_id=([^&]+)/.exec(referrer)?.[1];
}

/** The link in a pasted text, if our page copied it: it names its click. */
export function readCopiedLink(text: string): string | undefined {
  const link = text.trim();
  return /^https?:\/\/\S{1,900}[?&]_lc=[\da-f-]{36}(?=[.&]|$)/i.test(link) ? link : undefined;
}

/** What every JavaScript runtime knows about its environment. */
export function localeFacts(): Pick<DeviceFacts, 'timezone' | 'language'> {
  try {
    const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
    return { timezone: timeZone, language: locale };
  } catch {
    return {};
  }
}
