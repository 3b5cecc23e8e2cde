import { DESTINATION_FIELDS } from '@fairlead/contract/destinationFields';
import type {
  CreateProjectLinkRequest,
  ProjectLink,
  UpdateProjectLinkRequest,
} from '@fairlead/contract/operations/dashboard/links';
import { withScheme } from '../../parts/webAddress.ts';

type FreeForm = Record<string, unknown>;
export type UrlField = (typeof DESTINATION_FIELDS)[number];

/** A link as form values: strings instead of nulls, and the preview's keys separate from other metadata. */
export interface LinkValues {
  type: ProjectLink['type'];
  name: string;
  slug: string;
  domain: string;
  externalId: string;
  fallbackUrl: string;
  iosUrl: string;
  androidUrl: string;
  iosFallbackUrl: string;
  androidFallbackUrl: string;
  ogTitle: string;
  ogDescription: string;
  ogImage: string;
  otherMetadata: FreeForm;
  parameters: FreeForm;
  allowQueryPassthrough: boolean;
  /** `project`: as the project's iOS configuration says. */
  breakout: 'project' | 'on' | 'off';
  iosBrowserAutoOpen: boolean;
}

export const NEW_LINK: LinkValues = {
  type: 'dynamic',
  name: '',
  slug: '',
  domain: '',
  externalId: '',
  fallbackUrl: '',
  iosUrl: '',
  androidUrl: '',
  iosFallbackUrl: '',
  androidFallbackUrl: '',
  ogTitle: '',
  ogDescription: '',
  ogImage: '',
  otherMetadata: {},
  parameters: {},
  allowQueryPassthrough: false,
  breakout: 'project',
  iosBrowserAutoOpen: false,
};

const PREVIEW = ['ogTitle', 'ogDescription', 'ogImage'] as const;

export function valuesOf(link: ProjectLink): LinkValues {
  const { ogTitle, ogDescription, ogImage, ...otherMetadata } = link.metadata ?? {};
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    ...NEW_LINK,
    type: link.type,
    name: link.name ?? '',
    slug: link.slug,
    domain: link.domain,
    externalId: link.externalId ?? '',
    ...Object.fromEntries(DESTINATION_FIELDS.map((name) => [name, link[name] ?? ''])),
    ogTitle: text(ogTitle),
    ogDescription: text(ogDescription),
    ogImage: text(ogImage),
    otherMetadata,
    parameters: link.parameters ?? {},
    allowQueryPassthrough: link.allowQueryPassthrough,
    breakout: link.iosSocialBreakout === null ? 'project' : link.iosSocialBreakout ? 'on' : 'off',
    iosBrowserAutoOpen: link.iosBrowserAutoOpen,
  };
}

/** Adds missing schemes, even in a field that still had focus when the form was submitted. */
export function withSchemes(values: LinkValues): LinkValues {
  const urls = DESTINATION_FIELDS.map((name) => [name, withScheme(values[name])] as const);
  return { ...values, ...Object.fromEntries(urls), ogImage: withScheme(values.ogImage) };
}

const BREAKOUT = { project: null, on: true, off: false } as const;

/** Everything that can change; an empty field clears the value. */
export function updateOf(values: LinkValues): UpdateProjectLinkRequest {
  const metadata: FreeForm = { ...values.otherMetadata };
  for (const name of PREVIEW) if (values[name].trim() !== '') metadata[name] = values[name].trim();
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  return {
    name: orNull(values.name),
    fallbackUrl: orNull(values.fallbackUrl),
    iosUrl: orNull(values.iosUrl),
    androidUrl: orNull(values.androidUrl),
    iosFallbackUrl: orNull(values.iosFallbackUrl),
    androidFallbackUrl: orNull(values.androidFallbackUrl),
    metadata: isEmpty(metadata) ? null : metadata,
    parameters: isEmpty(values.parameters) ? null : values.parameters,
    allowQueryPassthrough: values.allowQueryPassthrough,
    iosSocialBreakout: BREAKOUT[values.breakout],
    iosBrowserAutoOpen: values.iosBrowserAutoOpen,
  };
}

/** Only what was filled in. */
export function creationOf(values: LinkValues): CreateProjectLinkRequest {
  const filled = Object.fromEntries(
    Object.entries({
      ...updateOf(values),
      slug: values.slug.trim(),
      domain: values.domain,
      externalId: values.externalId.trim(),
    }).filter(([, value]) => value !== null && value !== ''),
  );
  return { type: values.type, ...filled };
}

function isEmpty(value: FreeForm): boolean {
  return Object.keys(value).length === 0;
}
