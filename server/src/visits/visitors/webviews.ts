import type { InAppBrowser } from '@fairlead/contract/visitorWords';

export interface WebviewApp {
  readonly name: InAppBrowser;
  /** What the app adds to the user agent, on iOS or Android. */
  readonly pattern: RegExp;
  /** Android package names, as Android's WebView sends them in `X-Requested-With`. */
  readonly packages?: readonly string[];
}

/**
 * Apps that show links in their own webview; the first match wins. Apps that open the system's
 * browser, or whose webview does not identify itself (X, Telegram and Slack on most iOS versions,
 * SFSafariViewController everywhere), cannot be told from Safari by any header. To add one, add a
 * row here and its user agents in `server/test/visitors/userAgents.corpus.ts`.
 */
export const WEBVIEWS: readonly WebviewApp[] = [
  {
    name: 'Messenger',
    pattern: /FBAN\/(?:Messenger|Orca)|FB_IAB\/(?:Messenger|Orca)|MessengerLite|MetaIAB Messenger/i,
    packages: ['com.facebook.orca', 'com.facebook.mlite'],
  },
  { name: 'Threads', pattern: /\bBarcelona \d/, packages: ['com.instagram.barcelona'] },
  {
    name: 'Instagram',
    pattern: /\bInstagram[ /]\d|MetaIAB Instagram/i,
    packages: ['com.instagram.android'],
  },
  {
    name: 'Facebook',
    pattern: /\bFB(?:AN|AV|_IAB|IOS)\b|\bFB4A\b|MetaIAB Facebook/,
    packages: ['com.facebook.katana', 'com.facebook.lite'],
  },
  { name: 'Lark', pattern: /\b(?:Lark|Feishu)\//i, packages: ['com.larksuite.suite'] },
  { name: 'Douyin', pattern: /\baweme_|Douyin/i, packages: ['com.ss.android.ugc.aweme'] },
  {
    name: 'TikTok',
    pattern: /musical_ly|\btrill_|\bTikTok[ /]\d|BytedanceWebview/i,
    packages: [
      'com.zhiliaoapp.musically',
      'com.ss.android.ugc.trill',
      'com.zhiliaoapp.musically.go',
    ],
  },
  { name: 'Snapchat', pattern: /Snapchat\/?\d/i, packages: ['com.snapchat.android'] },
  { name: 'LinkedIn', pattern: /LinkedInApp/i, packages: ['com.linkedin.android'] },
  {
    name: 'X',
    pattern: /Twitter for (?:iPhone|iPad|Android)|TwitterAndroid/i,
    packages: ['com.twitter.android', 'com.twitter.android.lite'],
  },
  { name: 'WhatsApp', pattern: /\bWhatsApp\//i, packages: ['com.whatsapp', 'com.whatsapp.w4b'] },
  {
    name: 'Telegram',
    pattern: /\bTelegram(?:-(?:Android|iOS))?\//i,
    packages: ['org.telegram.messenger', 'org.telegram.messenger.web', 'org.thunderdog.challegram'],
  },
  { name: 'WeChat', pattern: /MicroMessenger\//i, packages: ['com.tencent.mm'] },
  { name: 'QQ', pattern: /\bQQ\/\d/, packages: ['com.tencent.mobileqq'] },
  {
    name: 'LINE',
    pattern: /\bLine\/\d/i,
    packages: ['jp.naver.line.android', 'com.linecorp.linelite'],
  },
  { name: 'KakaoTalk', pattern: /KAKAOTALK/i, packages: ['com.kakao.talk'] },
  { name: 'Naver', pattern: /\bNAVER\b/, packages: ['com.nhn.android.search'] },
  { name: 'Gmail', pattern: /\bGmail\/|com\.google\.Gmail/i, packages: ['com.google.android.gm'] },
  { name: 'Google app', pattern: /\bGSA\//, packages: ['com.google.android.googlequicksearchbox'] },
  {
    name: 'Pinterest',
    pattern: /\bPinterest(?:\/(?:iOS|Android)| for )/i,
    packages: ['com.pinterest'],
  },
  { name: 'Reddit', pattern: /\bReddit\/(?:Version|\d)/i, packages: ['com.reddit.frontpage'] },
  { name: 'Discord', pattern: /\bDiscord(?:-(?:Android|iOS))?\/\d/i, packages: ['com.discord'] },
  { name: 'Slack', pattern: /\bSlack(?:_SSB)?\/\d|com\.tinyspeck/i, packages: ['com.slack'] },
  {
    name: 'Teams',
    pattern: /\bTeams(?:Mobile-\w+)?\/\d|TeamsMobile/i,
    packages: ['com.microsoft.teams'],
  },
  {
    name: 'Outlook',
    pattern: /\bOutlook-(?:iOS|Android)\b/i,
    packages: ['com.microsoft.office.outlook'],
  },
  { name: 'Viber', pattern: /\bViber\/\d/i, packages: ['com.viber.voip'] },
  { name: 'Zalo', pattern: /\bZalo\b/i, packages: ['com.zing.zalo'] },
  {
    name: 'VK',
    pattern: /VKAndroidApp|VKiOSApp|com\.vk\.vkclient/i,
    packages: ['com.vkontakte.android'],
  },
  { name: 'Weibo', pattern: /\bWeibo\b|__weibo__/i, packages: ['com.sina.weibo'] },
  { name: 'Xiaohongshu', pattern: /xhsdiscover|\bXYZhs\b|\bxhs\b/i, packages: ['com.xingin.xhs'] },
  {
    name: 'Kuaishou',
    pattern: /\bKwai\/|Kwai_Pro\//i,
    packages: ['com.smile.gifmaker', 'com.kwai.video'],
  },
  { name: 'Alipay', pattern: /AlipayClient/i, packages: ['com.eg.android.alipaygphone'] },
  { name: 'DingTalk', pattern: /DingTalk/i, packages: ['com.alibaba.android.rimet'] },
  { name: 'Taobao', pattern: /AliApp\(TB/i, packages: ['com.taobao.taobao'] },
  { name: 'Baidu app', pattern: /baiduboxapp/i, packages: ['com.baidu.searchbox'] },
  { name: 'Yahoo! Japan', pattern: /YJApp-/i, packages: ['jp.co.yahoo.android.yjtop'] },
  {
    name: 'Yandex app',
    pattern: /YaApp_(?:Android|iOS)|YaSearchBrowser/i,
    packages: ['ru.yandex.searchplugin'],
  },
  { name: 'Bing', pattern: /BingSapphire|BingWeb\//i, packages: ['com.microsoft.bing'] },
  { name: 'SmartNews', pattern: /SmartNews/i, packages: ['jp.gocro.smartnews.android'] },
  { name: 'Flipboard', pattern: /\bFlipboard(?:-Briefing)?\//i, packages: ['flipboard.app'] },
  { name: 'Quora', pattern: /\bQuora \d/i, packages: ['com.quora.android'] },
  { name: 'Nextdoor', pattern: /\bNextdoor/i, packages: ['com.nextdoor'] },
];
