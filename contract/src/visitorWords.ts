/** Words for visitors that rules of links, their editor and the reading of user agents share. */

/** Kinds of devices that a rule can name; `tablet` includes `ipad`. */
export const DEVICES = [
  'mobile',
  'tablet',
  'ipad',
  'desktop',
  'tv',
  'wearable',
  'console',
  'other',
] as const;

/** The webview of an app that is not in the list. */
export const UNKNOWN_WEBVIEW = 'Unknown app';

/** Apps with a browser of their own that is told apart. */
export const IN_APP_BROWSERS = [
  'Messenger',
  'Threads',
  'Instagram',
  'Facebook',
  'Lark',
  'Douyin',
  'TikTok',
  'Snapchat',
  'LinkedIn',
  'X',
  'WhatsApp',
  'Telegram',
  'WeChat',
  'QQ',
  'LINE',
  'KakaoTalk',
  'Naver',
  'Gmail',
  'Google app',
  'Pinterest',
  'Reddit',
  'Discord',
  'Slack',
  'Teams',
  'Outlook',
  'Viber',
  'Zalo',
  'VK',
  'Weibo',
  'Xiaohongshu',
  'Kuaishou',
  'Alipay',
  'DingTalk',
  'Taobao',
  'Baidu app',
  'Yahoo! Japan',
  'Yandex app',
  'Bing',
  'SmartNews',
  'Flipboard',
  'Quora',
  'Nextdoor',
  UNKNOWN_WEBVIEW,
] as const;
export type InAppBrowser = (typeof IN_APP_BROWSERS)[number];
