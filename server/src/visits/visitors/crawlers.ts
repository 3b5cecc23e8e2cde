/**
 * Crawlers that render a preview or index a page and therefore get the preview page; the first
 * match wins. A fetcher that must see what people see (ad review, uptime, AI crawlers) does not
 * belong here. To add one, add a row here and its user agent in
 * `server/test/visitors/userAgents.corpus.ts`.
 */
export const CRAWLERS: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  // These also carry another crawler's name, so they come before it.
  { name: 'iMessage', pattern: /facebookexternalhit\/\S+ Facebot Twitterbot/i },
  { name: 'LINE', pattern: /line-poker|Linespider/i },
  { name: 'KakaoTalk', pattern: /kakaotalk-scrap|kakaostory-og-reader/i },
  { name: 'Naver', pattern: /naver\.me\/scrap|Blueno\/|\bYeti\/|Naverbot/i },
  { name: 'TelegramBot', pattern: /TelegramBot/i },
  { name: 'Snapchat', pattern: /Snap URL Preview|SnapURLPreview/i },
  {
    name: 'facebookexternalhit',
    pattern: /facebookexternalhit|facebookcatalog|Facebot|meta-externalhit/i,
  },
  { name: 'meta-externalfetcher', pattern: /meta-externalfetcher/i },
  { name: 'Twitterbot', pattern: /Twitterbot/i },
  { name: 'Slackbot', pattern: /Slackbot|Slack-ImgProxy/i },
  { name: 'WhatsApp', pattern: /^WhatsApp\//i },
  { name: 'LinkedInBot', pattern: /LinkedInBot/i },
  { name: 'Discordbot', pattern: /Discordbot/i },
  { name: 'Applebot', pattern: /Applebot/i },
  {
    name: 'Googlebot',
    pattern: /Googlebot|Google-PageRenderer|Google-InspectionTool|Storebot-Google/i,
  },
  { name: 'Bingbot', pattern: /bingbot|BingPreview|MicrosoftPreview/i },
  { name: 'Skype', pattern: /SkypeUriPreview/i },
  { name: 'Pinterestbot', pattern: /Pinterestbot|Pinterest\/0\./i },
  { name: 'redditbot', pattern: /redditbot/i },
  { name: 'TikTokSpider', pattern: /TikTokSpider/i },
  { name: 'Mastodon', pattern: /\bMastodon\//i },
  { name: 'Bluesky', pattern: /Bluesky Cardyb|BlueskyPreviewBot/i },
  { name: 'Viber', pattern: /^Viber\b/i },
  { name: 'VK', pattern: /vkShare/i },
  { name: 'Tumblr', pattern: /^Tumblr\//i },
  { name: 'Flipboard', pattern: /FlipboardProxy/i },
  { name: 'Embedly', pattern: /Embedly/i },
  { name: 'Iframely', pattern: /Iframely/i },
  { name: 'Quora', pattern: /Quora Link Preview|Quora-Bot/i },
  { name: 'Xing', pattern: /XING-contenttabreceiver|Xing Bot/i },
  { name: 'Yahoo', pattern: /Yahoo Link Preview|Yahoo! Slurp/i },
  { name: 'Matrix', pattern: /^Synapse\b/i },
  { name: 'Mattermost', pattern: /Mattermost-Bot/i },
  { name: 'Rocket.Chat', pattern: /Rocket\.Chat/i },
  { name: 'Nextcloud', pattern: /Nextcloud Server Crawler|Nextcloud-Talk/i },
  { name: 'Buffer', pattern: /BufferLinkPreviewBot/i },
  { name: 'DuckDuckBot', pattern: /DuckDuckBot/i },
  { name: 'YandexBot', pattern: /Yandex\w*Bot/i },
  { name: 'Baiduspider', pattern: /Baiduspider/i },
  { name: 'PetalBot', pattern: /PetalBot/i },
  { name: 'SeznamBot', pattern: /SeznamBot/i },
  { name: 'Sogou', pattern: /Sogou web spider/i },
];
