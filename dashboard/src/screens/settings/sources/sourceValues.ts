import type {
  createEventSource,
  EventSource,
  EventSourceKind,
} from '@fairlead/contract/operations/dashboard/eventSources';
import type { BodyOf } from '@fairlead/contract/operation';
import { asText } from '../../../parts/asText.ts';

export const KIND_LABELS: Readonly<Record<EventSourceKind, string>> = {
  revenuecat: 'RevenueCat',
  app_store: 'App Store',
  google_play: 'Google Play',
  stripe: 'Stripe',
  custom: asText('Any other service'),
};

/** What the field for the secret asks for; absent: the kind has none. */
export const SECRET_LABELS: Readonly<Partial<Record<EventSourceKind, string>>> = {
  revenuecat: asText('Authorization header value'),
  stripe: asText('Signing secret'),
  custom: asText('Secret'),
};

/** The settings of each kind that are a line of text. */
export const LINES: Readonly<Record<EventSourceKind, readonly (keyof typeof LINE_LABELS)[]>> = {
  revenuecat: [],
  app_store: ['bundleId'],
  google_play: ['packageName', 'audience', 'serviceAccount'],
  stripe: [],
  custom: [],
};

export const LINE_LABELS = {
  bundleId: asText('Bundle ID'),
  packageName: asText('Package name'),
  audience: asText('Audience of the push subscription'),
  serviceAccount: asText('Service account of the push subscription'),
};

const EXAMPLE = {
  signature: { scheme: 'hmac-sha256', header: 'X-Signature', encoding: 'hex' },
  eventId: 'id',
  name: { path: 'type' },
  customerId: 'customer.id',
  amount: { path: 'amount', unit: 'minor' },
  currency: { path: 'currency' },
};

/** A source as form values; a new one without. */
export function valuesOf(source?: EventSource) {
  const { kind = 'revenuecat', name = '', settings = {}, testOnly = false } = source ?? {};
  const line = (field: string) => (typeof settings[field] === 'string' ? settings[field] : '');
  return {
    kind,
    name,
    secret: '',
    testOnly,
    bundleId: line('bundleId'),
    packageName: line('packageName'),
    audience: line('audience'),
    serviceAccount: line('serviceAccount'),
    mapping: JSON.stringify(source?.kind === 'custom' ? settings : EXAMPLE, undefined, 2),
  };
}
export type SourceValues = ReturnType<typeof valuesOf>;

/** What an API call says of them. `before` has settings that the form does not show. */
export function bodyOf(values: SourceValues, before?: EventSource) {
  const { kind, name, secret, testOnly } = values;
  const given = secret.trim();
  return {
    name,
    testOnly,
    settings: settingsOf(values, before),
    ...(SECRET_LABELS[kind] !== undefined && given !== '' && { secret: given }),
  } satisfies Partial<BodyOf<typeof createEventSource>>;
}

function settingsOf(values: SourceValues, before?: EventSource): Record<string, unknown> {
  if (values.kind === 'custom') return JSON.parse(values.mapping) as Record<string, unknown>;
  const lines = LINES[values.kind].map((field) => [field, values[field].trim()] as const);
  return { ...before?.settings, ...Object.fromEntries(lines.filter(([, text]) => text !== '')) };
}

export function checkJson(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch {
    return asText('Is no valid JSON.');
  }
}
