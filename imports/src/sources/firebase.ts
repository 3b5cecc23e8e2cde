import { ignored, lost, parameter, preview, shortUrl, together } from '../fills.ts';
import { type Draft, plainName, type ReadField, type Source } from '../Source.ts';
import { countOf, isYes, textOf, urlOf, withQuery } from '../values.ts';

/** The columns of a Takeout file, in their order, each with the parameter of a long link that it holds. */
const COLUMNS = [
  ['Short link', 'shortlink'],
  ['Deep link', 'link'],
  ['Android package name', 'apn'],
  ['Android fallback link', 'afl'],
  ['Android minimum package version code', 'amv'],
  ['iOS bundle ID', 'ibi'],
  ['iOS fallback link', 'ifl'],
  ['iOS custom scheme', 'ius'],
  ['iOS iPad fallback link', 'ipfl'],
  ['iOS iPad bundle ID', 'ipbi'],
  ['iOS app store ID', 'isi'],
  ['iOS minimum version', 'imv'],
  ['Enable forced redirect?', 'efr'],
  ['Desktop fallback link', 'ofl'],
  ['Social title', 'st'],
  ['Social description', 'sd'],
  ['Social image link', 'si'],
  ['UTM source', 'utm_source'],
  ['UTM medium', 'utm_medium'],
  ['UTM campaign', 'utm_campaign'],
  ['UTM term', 'utm_term'],
  ['UTM content', 'utm_content'],
  ['iTunes Connect at', 'at'],
  ['ct', 'ct'],
  ['mt', 'mt'],
  ['pt', 'pt'],
  ['Archived?', 'archived'],
  ['Link name', 'linkname'],
  ['Creation timestamp', 'created'],
] as const;

const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
const AFFILIATE = ['at', 'ct', 'mt', 'pt'] as const;

/** Firebase Dynamic Links: the CSV files of Google Takeout, one a domain. */
export const firebase: Source = {
  id: 'firebase',
  name: 'Firebase Dynamic Links',
  ownHosts: /(^|\.)(page\.link|app\.goo\.gl|app\.google|goo\.gl)$/i,
  recognise: (headings, count) =>
    (count === COLUMNS.length && headings.has('shortlink')) ||
    (headings.has('androidpackagename') && headings.has('iosbundleid')) ||
    (headings.has('shortlink') && [...headings].some((name) => /^deeplink(link)?$/.test(name))),
  nameColumns: (headings) =>
    headings.length === COLUMNS.length
      ? COLUMNS.map(([, name]) => name)
      : headings.map((heading) => nameOf(heading)),
  rules: [
    shortUrl('Short link'),
    together('`parameters.link`; `fallbackUrl` where there is no `ofl`', 'link', 'Deep link'),
    together(
      '`androidFallbackUrl`: the Play Store page, where there is no `afl`. Without it, Android gets the deep link',
      'apn',
      'Android package name',
    ),
    together('`androidFallbackUrl`', 'afl', 'Android fallback link'),
    {
      names: ['amv', 'Android minimum package version code'],
      becomes: '`parameters.amv`, for the app; older versions are not sent to the store',
      fill(draft, value) {
        draft.parameters['amv'] = countOf(value) ?? textOf(value);
        const message =
          'Older versions of the app are not sent to the store; the app gets it as a parameter';
        draft.findings.push({ field: 'amv', kind: 'changed', message });
      },
    },
    together(
      'that iOS opens the app of the project. Without it, iOS gets the deep link',
      'ibi',
      'iOS bundle ID',
    ),
    together('`iosFallbackUrl`', 'ifl', 'iOS fallback link'),
    ignored('The scheme of the iOS app is a setting of the project', 'ius', 'iOS custom scheme'),
    lost('iPads are treated as iPhones', 'ipfl', 'iOS iPad fallback link'),
    lost('iPads are treated as iPhones', 'ipbi', 'iOS iPad bundle ID'),
    together(
      '`iosFallbackUrl`: the App Store page, where there is no `ifl`',
      'isi',
      'iOS app store ID',
    ),
    parameter('imv', 'imv', 'iOS minimum version'),
    {
      names: ['efr', 'Enable forced redirect?'],
      becomes: '`iosBrowserAutoOpen`',
      fill: (draft, value) => void (isYes(value) && (draft.link.iosBrowserAutoOpen = true)),
    },
    together('`fallbackUrl`', 'ofl', 'Desktop fallback link'),
    preview('ogTitle', 'st', 'Social title'),
    preview('ogDescription', 'sd', 'Social description'),
    preview('ogImage', 'si', 'Social image link'),
    ...UTM.map((name) =>
      together(
        `\`parameters.${name}\`, and added to the deep link where it is the \`fallbackUrl\``,
        name,
        name.replace('utm_', 'UTM '),
      ),
    ),
    ...AFFILIATE.map((name) =>
      together('added to the App Store page', name, `iTunes Connect ${name}`),
    ),
    { names: ['archived', 'Archived?'], to: 'archived' },
    { names: ['Link name'], to: 'name' },
    { names: ['created', 'Creation timestamp'], to: 'createdAt' },
  ],
  finish: decide,
};

/** Headings with the parameter in brackets, the parameter alone, or the words alone. */
function nameOf(heading: string): string {
  const bracketed = /\((\w+)\)\s*$/.exec(heading)?.[1]?.toLowerCase();
  const plain = plainName(heading);
  const found = COLUMNS.find(
    ([words, name]) =>
      name === bracketed || plainName(words) === plain || name === heading.toLowerCase(),
  );
  return found?.[1] ?? heading;
}

/** Where each platform goes, by the order of Firebase: its own link, the store, the deep link. */
// oxlint-disable-next-line complexity -- a table of precedence, read from top to bottom
function decide(draft: Draft, read: ReadField): void {
  const { link, parameters } = draft;
  const deep = urlOf(read('link'));
  if (deep === undefined) {
    draft.refusal = 'It has no deep link';
    return;
  }
  const utm = Object.fromEntries(
    UTM.map((name) => [name, textOf(read(name))]).filter(([, text]) => text !== ''),
  );
  Object.assign(parameters, { link: deep }, utm);
  const web = /^https?:/.test(deep) ? withQuery(deep, utm) : deep;
  const desktop = urlOf(read('ofl'));
  link.fallbackUrl = desktop ?? web;
  const ios = read('ibi') !== undefined;
  const android = read('apn') !== undefined;
  link.type = ios || android ? 'dynamic' : 'unified';
  if (link.type === 'unified') {
    if (desktop !== undefined) Object.assign(link, { iosUrl: web, androidUrl: web });
    return;
  }
  const iosFallback = ios ? (urlOf(read('ifl')) ?? appStore(read)) : undefined;
  const androidFallback = android ? (urlOf(read('afl')) ?? playStore(read)) : undefined;
  // Where nothing else is named, a platform gets the deep link, even where desktops go elsewhere.
  const otherwise = desktop === undefined ? undefined : web;
  Object.assign(
    link,
    withoutAbsent({
      iosFallbackUrl: iosFallback ?? otherwise,
      androidFallbackUrl: androidFallback ?? otherwise,
    }),
  );
  if (!ios || !android) {
    const [field, system] = ios ? ['apn', 'Android'] : ['ibi', 'iOS'];
    const message = `Firebase opened no app on ${system}; here the app of the project is opened where it is installed`;
    draft.findings.push({ field, kind: 'changed', message });
  }
}

function appStore(read: ReadField): string | undefined {
  const id = textOf(read('isi')).replace(/^id/, '');
  if (!/^\d+$/.test(id)) return undefined;
  const affiliate = AFFILIATE.map((name) => [name, textOf(read(name))]);
  return withQuery(
    `https://apps.apple.com/app/id${id}`,
    Object.fromEntries(affiliate.filter(([, text]) => text !== '')),
  );
}

function playStore(read: ReadField): string {
  const id = encodeURIComponent(textOf(read('apn')));
  return `https://play.google.com/store/apps/details?id=${id}`;
}

function withoutAbsent(fields: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
