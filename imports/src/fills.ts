import { placeOf } from './places.ts';
import type { Draft, FieldRule, LinkField, Place } from './Source.ts';
import { countOf, isYes, tagsOf, textOf, timeOf, urlOf } from './values.ts';
import { LIMITS } from '@fairlead/contract/limits';

/** Rules that several sources have. */

/** A whole short URL: host and path of the link. */
export function shortUrl(...names: string[]): FieldRule {
  return {
    names,
    becomes: '`domain` and `slug`',
    fill(draft, value, { names: [field = ''] }) {
      const place = placeOf(value);
      if (place === undefined) {
        draft.findings.push({ field, kind: 'lost', message: `“${textOf(value)}” is no short URL` });
      } else {
        addPlace(draft, place);
      }
    },
  };
}

/** A short URL that comes in two forms is one place. */
export function addPlace(draft: Draft, place: Place): void {
  const same = draft.places.some(({ host, path }) => host === place.host && path === place.path);
  if (!same) draft.places.push(place);
}

/** Kept for the app, under a name of its own. */
export function parameter(name: string, ...names: string[]): FieldRule {
  return {
    names: names.length === 0 ? [name] : names,
    becomes: `\`parameters.${name}\``,
    fill: (draft, value) => void (draft.parameters[name] = value),
  };
}

/** Kept for the preview. */
export function preview(key: string, ...names: string[]): FieldRule {
  return {
    names,
    becomes: `\`metadata.${key}\``,
    fill: (draft, value) => void (draft.metadata[key] = textOf(value)),
  };
}

/** Read by `finish`, together with others. */
export function together(becomes: string, ...names: string[]): FieldRule {
  return { names, becomes, fill: () => {} };
}

export function lost(reason: string, ...names: string[]): FieldRule {
  return { names, lost: reason };
}

export function ignored(reason: string, ...names: string[]): FieldRule {
  return { names, ignored: reason };
}

/** Puts a value into a field of the link, in the form that the field has. */
export function fillField(draft: Draft, to: LinkField, value: unknown, field: string): void {
  const read = READERS[to](value);
  if (read === undefined) {
    const message = `“${textOf(value).slice(0, 80)}” cannot be read as ${to}`;
    draft.findings.push({ field, kind: 'lost', message });
    return;
  }
  if (to === 'name' && typeof read === 'string' && read.length > LIMITS.nameLength) {
    const message = `Cut to ${LIMITS.nameLength} characters`;
    draft.findings.push({ field, kind: 'changed', message });
    draft.link.name = read.slice(0, LIMITS.nameLength);
    return;
  }
  if (to === 'tags' && Array.isArray(read)) {
    draft.link.tags = fittingTags(draft, read.map(textOf), field);
    return;
  }
  Object.assign(draft.link, { [to]: read });
}

function fittingTags(draft: Draft, tags: readonly string[], field: string): string[] {
  const fitting = tags.map((tag) => tag.slice(0, LIMITS.tagLength)).slice(0, LIMITS.tagsPerLink);
  if (fitting.length < tags.length || fitting.some((tag, place) => tag !== tags[place])) {
    const message = `At most ${LIMITS.tagsPerLink} tags of ${LIMITS.tagLength} characters are kept`;
    draft.findings.push({ field, kind: 'changed', message });
  }
  return fitting;
}

const READERS: { readonly [Field in LinkField]: (value: unknown) => unknown } = {
  fallbackUrl: urlOf,
  iosUrl: urlOf,
  androidUrl: urlOf,
  iosFallbackUrl: urlOf,
  androidFallbackUrl: urlOf,
  expiredUrl: urlOf,
  createdAt: timeOf,
  expiresAt: timeOf,
  importedClicks: countOf,
  expiresAfterClicks: countOf,
  tags: tagsOf,
  archived: isYes,
  iosBrowserAutoOpen: isYes,
  iosSocialBreakout: isYes,
  name: textOf,
  externalId: textOf,
};
