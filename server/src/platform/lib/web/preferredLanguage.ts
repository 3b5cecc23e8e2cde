/** More than any browser sends; anything after that is not read. */
const MAX_RANGES = 20;

/** Chinese in traditional characters, by its script or by a place that writes so; `zh-Hans-HK` is not. */
const TRADITIONAL = /^zh-(?:hant|tw|hk|mo)(?:-|$)/;

/** The language that an Accept-Language header prefers among those available (RFC 9110); undefined if it names none of them. */
export function preferredLanguage(
  acceptLanguage: string | undefined,
  isAvailable: (language: string) => boolean,
): string | undefined {
  let best: string | undefined;
  let bestQuality = 0;
  for (const range of acceptLanguage?.split(',', MAX_RANGES) ?? []) {
    const [tag = '', ...parameters] = range.split(';');
    const language = languageOf(tag.trim().toLowerCase());
    const quality = readQuality(parameters);
    if (quality > bestQuality && isAvailable(language)) {
      best = language;
      bestQuality = quality;
    }
  }
  return best;
}

function languageOf(tag: string): string {
  return TRADITIONAL.test(tag) ? 'zh-hant' : tag.split('-', 1)[0]!;
}

function readQuality(parameters: readonly string[]): number {
  const qualities = parameters.map((text) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(text)?.[1]);
  const value = qualities.find((text) => text !== undefined);
  return value === undefined ? 1 : Math.min(1, Number(value));
}
