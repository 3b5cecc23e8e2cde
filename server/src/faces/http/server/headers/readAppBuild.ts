import { LIMITS } from '@fairlead/contract/limits';
import type { Config } from '#platform/config/config.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';
import { brandedHeader } from '../../routing/client.ts';

const VISIBLE = /^[\x21-\x7e]+$/;

/**
 * The build of the app that calls, from `X-{Brand}-App-Build`. Anything but a short text of visible ASCII counts as
 * absent instead of failing the call: apps that are shipped cannot be mended (Rule: builds).
 */
export function readAppBuild(request: RequestFacts, config: Config): string | undefined {
  const text = brandedHeader(request, config, 'app-build')?.trim() ?? '';
  return text.length <= LIMITS.appBuildLength && VISIBLE.test(text) ? text : undefined;
}
