import type { OperationDeclaration } from '@fairlead/contract/operation';
import type { Config } from '#platform/config/config.ts';

/** The unversioned base of the SDK's operations is deprecated. */
export function isLegacy(operation: OperationDeclaration, base: string): boolean {
  return operation.api === 'sdk' && base === '';
}

/** Marks a response of the unversioned base as deprecated (Rule: versioning; RFC 9745, RFC 8594). */
export function addLegacyHeaders(
  config: Config,
  url: string,
  set: (name: string, value: string) => void,
): void {
  const origin = config.publicUrl.origin;
  const path = url.split('?', 1)[0]!;
  set('deprecation', `@${Math.floor(config.legacyDeprecationDate.getTime() / 1000)}`);
  set('sunset', config.legacySunsetDate.toUTCString());
  set(
    'link',
    `<${origin}/v1${path}>; rel="successor-version", <${origin}/docs/versioning>; rel="deprecation"`,
  );
}
