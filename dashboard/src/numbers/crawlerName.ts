/** What people call the crawlers that the service knows by the names in their user agents. */
const NAMES: Readonly<Record<string, string>> = {
  facebookexternalhit: 'Facebook and Instagram',
  'meta-externalfetcher': 'Meta, on behalf of a person',
  Twitterbot: 'X (Twitter)',
  Slackbot: 'Slack',
  TelegramBot: 'Telegram',
  LinkedInBot: 'LinkedIn',
  Discordbot: 'Discord',
  Applebot: 'Apple',
  Googlebot: 'Google',
  Bingbot: 'Bing and Microsoft Teams',
  Pinterestbot: 'Pinterest',
  redditbot: 'Reddit',
  TikTokSpider: 'TikTok',
  DuckDuckBot: 'DuckDuckGo',
  YandexBot: 'Yandex',
  Baiduspider: 'Baidu',
  PetalBot: 'Huawei (PetalBot)',
  SeznamBot: 'Seznam',
};

export const crawlerName = (name: string): string => NAMES[name] ?? name;
