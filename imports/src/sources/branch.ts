import { fillField, ignored, lost, preview, shortUrl, together } from '../fills.ts';
import type { Draft, FieldRule, ReadField, Source } from '../Source.ts';
import { isYes, textOf, urlOf } from '../values.ts';

const NO_COUNTRIES = 'Destinations do not differ by country';
const NO_SUCH_DEVICE = 'There is no destination for such devices alone';
const NO_DEEPVIEWS = 'There are no deepviews: visitors without the app go to the fallback';

/** The field of a record that could not be read by the API; it says why. */
export const UNREAD = '+unread';

/** Branch’s own dashboard exports the URLs of links alone; other files may have their data. */
export function namesDestination(headings: readonly string[]): boolean {
  return headings.some((heading) =>
    /^\$(fallback|desktop|ios|android|canonical)_?url$/i.test(heading.trim()),
  );
}

/** Branch: the data of a link as `GET /v1/url` answers it, for the links of a file. */
export const branch: Source = {
  id: 'branch',
  name: 'Branch',
  appOnly: true,
  ownHosts: /(^|\.)(app\.link|bnc\.lt)$/i,
  recognise: (headings) =>
    [...headings].some((name) => /^\$(fallback_?url|deeplink_?path|desktop_?url)$/.test(name)) ||
    (['channel', 'campaign', 'feature'].every((name) => headings.has(name)) &&
      ['url', 'link', 'linkurl', 'shorturl', 'shortlink'].some((name) => headings.has(name))),
  rules: [
    shortUrl('url', 'Link', 'Link URL', 'Short URL', 'Short link', 'Branch link'),
    together('`fallbackUrl`, `iosFallbackUrl`, `androidFallbackUrl`', '$fallback_url'),
    together('`fallbackUrl`', '$desktop_url'),
    together('`iosFallbackUrl`', '$ios_url'),
    together('`androidFallbackUrl`', '$android_url'),
    together('`parameters.$canonical_url`; `fallbackUrl` where nothing else is', '$canonical_url'),
    ...[
      '$deeplink_path',
      '$ios_deeplink_path',
      '$android_deeplink_path',
      '$desktop_deeplink_path',
      '$canonical_identifier',
    ].map(kept),
    ...['$web_only', '$mobile_web_only', '$desktop_web_only'].map((name) =>
      together('the type `unified`, which opens no app', name),
    ),
    {
      names: ['$always_deeplink'],
      becomes: 'the type `unified` where it is false',
      fill: (draft, value) => void (textOf(value) === 'false' && (draft.link.type = 'unified')),
    },
    {
      names: ['$uri_redirect_mode'],
      becomes: '`iosBrowserAutoOpen` where it is 2',
      fill: (draft, value) =>
        void (textOf(value) === '2' && (draft.link.iosBrowserAutoOpen = true)),
    },
    preview('ogTitle', '$og_title'),
    preview('ogDescription', '$og_description'),
    preview('ogImage', '$og_image_url'),
    ...['video', 'url', 'type', 'image_width', 'image_height'].map((word) =>
      preview(camel('og', word), `$og_${word}`),
    ),
    ...['card', 'title', 'description', 'image_url', 'site'].map((word) =>
      preview(camel('twitter', word), `$twitter_${word}`),
    ),
    { names: ['$marketing_title', 'Link title', 'Title', 'Marketing title'], to: 'name' },
    {
      names: ['~tags', 'tags'],
      becomes: '`tags`, and `parameters.~tags`',
      fill(draft, value) {
        draft.parameters['~tags'] = value;
        fillField(draft, 'tags', value, '~tags');
      },
    },
    ...['channel', 'feature', 'campaign', 'stage'].map(analytics),
    { names: ['$exp_date'], to: 'expiresAt' },
    { names: ['Created', 'Created at', 'Creation date', '~creation_date'], to: 'createdAt' },
    { names: ['Clicks', 'Total clicks'], to: 'importedClicks' },
    lost('iPads are treated as iPhones', '$ipad_url'),
    ...[
      'samsung_url',
      'huawei_url',
      'windows_phone_url',
      'blackberry_url',
      'fire_url',
      'ios_wechat_url',
      'android_wechat_url',
      'ios_weibo_url',
    ].map((name) => lost(NO_SUCH_DEVICE, `$${name}`)),
    lost('Nothing is opened after the click', '$after_click_url'),
    ...['ios', 'android', 'desktop', 'ios_passive', 'android_passive', 'desktop_passive'].map(
      (name) => lost(NO_DEEPVIEWS, `$${name}_deepview`),
    ),
    lost(
      'Waiting before the store is 2.5 seconds everywhere',
      '$ios_redirect_timeout',
      '$android_redirect_timeout',
    ),
    lost(
      'The window is a setting of the project (matchingWindowMinutes)',
      '$match_duration',
      'duration',
    ),
    lost('A link cannot be good for one use alone', '$one_time_use'),
    lost('A link always counts for attribution', '$deeplink_no_attribution'),
    lost('The preview has no other tags', '$custom_meta_tags'),
    lost('There are no text messages', '$custom_sms_text'),
    lost(
      'Windows are settings of the project',
      '$click_install_window_days',
      '$click_session_start_window_days',
    ),
    ignored(
      'It says nothing of visitors',
      '$keywords',
      '$publicly_indexable',
      '$og_redirect',
      '$og_app_id',
    ),
    ignored('The alias is the path of the link', 'alias', '$alias'),
    ignored(
      'Of Branch itself',
      '~id',
      '~creation_source',
      '~referring_link',
      'type',
      '~marketing',
      '$identity_id',
    ),
  ],
  rest: {
    becomes:
      'A key without a sign goes into `parameters` as it is; `$…_url_xx` by country, other keys with `$` and all with `+` are lost',
    take(draft, name, value) {
      if (name === UNREAD) draft.refusal = textOf(value);
      if (name.startsWith('+')) return;
      if (!name.startsWith('$')) {
        draft.parameters[name] = value;
        return;
      }
      const message = /_url_[a-z]{2}$/.test(name) ? NO_COUNTRIES : 'It has no counterpart';
      draft.findings.push({ field: name, kind: 'lost', message });
    },
  },
  finish(draft: Draft, read: ReadField) {
    const { link } = draft;
    const fallback = urlOf(read('$fallback_url'));
    const web = urlOf(read('$desktop_url')) ?? fallback ?? urlOf(read('$canonical_url'));
    const canonical = read('$canonical_url');
    if (canonical !== undefined) draft.parameters['$canonical_url'] = canonical;
    const webOnly = ['$web_only', '$mobile_web_only', '$desktop_web_only'].some((name) =>
      isYes(read(name)),
    );
    link.type = webOnly || link.type === 'unified' ? 'unified' : 'dynamic';
    const ios = urlOf(read('$ios_url')) ?? fallback;
    const android = urlOf(read('$android_url')) ?? fallback;
    if (web !== undefined) link.fallbackUrl = web;
    if (ios !== undefined) link[link.type === 'unified' ? 'iosUrl' : 'iosFallbackUrl'] = ios;
    if (android !== undefined) {
      link[link.type === 'unified' ? 'androidUrl' : 'androidFallbackUrl'] = android;
    }
  },
};

/** Under its own name, because the SDK code of the app reads it so. */
function kept(name: string): FieldRule {
  return {
    names: [name],
    becomes: `\`parameters.${name}\``,
    fill: (draft, value) => void (draft.parameters[name] = value),
  };
}

function analytics(name: string): FieldRule {
  return {
    names: [`~${name}`, name],
    becomes: `\`parameters.~${name}\``,
    fill: (draft, value) => void (draft.parameters[`~${name}`] = value),
  };
}

function camel(first: string, rest: string): string {
  return first + rest.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
