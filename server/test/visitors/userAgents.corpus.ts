import type { Automation, DeviceKind, Platform } from '#visits/visitors/Visitor.ts';
import type { Decision } from '#visits/decision/Visit.ts';

/**
 * What a user agent must be read as, and the page it must get from one dynamic link with both iOS
 * flags on, an app on both systems and a fallback for each. `webview`, `crawler` and `automation` are
 * null where left out, `maybeIpad` false; the others are not looked at where left out.
 * To add one: put the string into its group, or add a group.
 */
export interface CorpusGroup {
  readonly name: string;
  readonly expect: {
    readonly platform?: Platform;
    readonly device?: DeviceKind;
    readonly browser?: string;
    readonly webview?: string;
    readonly crawler?: string;
    readonly automation?: Automation;
    readonly maybeIpad?: boolean;
    /** The version of the system; null if it must be unknown. */
    readonly systemVersion?: string | null;
    readonly page: Decision['page'];
    /** How the Android page tries the app. */
    readonly opens?: 'intent' | 'scheme';
  };
  readonly userAgents: readonly string[];
}

export const USER_AGENTS: readonly CorpusGroup[] = [
  {
    name: 'Instagram on iOS',
    expect: {
      platform: 'ios',
      device: 'mobile',
      webview: 'Instagram',
      browser: 'Instagram',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 15_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 220.0.0.8.117 (iPhone12,3; iOS 15_3; en_US; en; scale=3.00; 1125x2436; 347566818) NW/3',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/19H422 Instagram 410.1.0.36.70 (iPhone9,3; iOS 15_8_8; de_DE; de; scale=2.00; 750x1334; IABMV/1; 849447290) NW/3 Safari/604.1',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 349.0.0.21.106 (iPhone15,2; iOS 17_6; fr_FR; fr; scale=3.00; 1179x2556; 634826386)',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 12_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 123.0.0.24.115 (iPhone10,5; iOS 12_4_1; en_GB; en-GB; scale=2.61; 1080x1920)',
    ],
  },
  {
    name: 'Instagram on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'Instagram',
      browser: 'Instagram',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 14; SM-S911B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/129.0.6668.81 Mobile Safari/537.36 Instagram 349.0.0.39.105 Android (34/14; 480dpi; 1080x2340; samsung; SM-S911B; dm1q; qcom; fr_FR; 634826385)',
      'Mozilla/5.0 (Linux; Android 13; Pixel 6a Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/115.0.5790.166 Mobile Safari/537.36 Instagram 296.0.0.35.109 Android (33/13; 420dpi; 1080x2209; Google/google; Pixel 6a; bluejay; bluejay; en_US; 507083424)',
      'Mozilla/5.0 (Linux; Android 10; MI 9 Build/QKQ1.190825.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/83.0.4103.106 Mobile Safari/537.36 Instagram 142.0.0.34.110 Android (29/10; 440dpi; 1080x2210; Xiaomi/xiaomi; MI 9; cepheus; qcom; pt_BR; 216817344)',
    ],
  },
  {
    name: 'Threads on iOS',
    expect: {
      platform: 'ios',
      device: 'mobile',
      webview: 'Threads',
      browser: 'Threads',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Barcelona 349.0.0.21.106 (iPhone15,2; iOS 17_6; fr_FR; fr; scale=3.00; 1179x2556; 635000000)',
    ],
  },
  {
    name: 'Threads on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'Threads',
      browser: 'Threads',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 16; SM-S926U Build/BP4A.251205.006; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/153.0.8010.36 Mobile Safari/537.36 Barcelona 448.0.0.54.85 Android (36/16; 540dpi; 1080x2340; samsung; SM-S926U; e2q; qcom; en_US; 1073639361)',
    ],
  },
  {
    name: 'Facebook on iOS',
    expect: {
      platform: 'ios',
      device: 'mobile',
      webview: 'Facebook',
      browser: 'Facebook',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 14_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBDV/iPhone13,3;FBMD/iPhone;FBSN/iOS;FBSV/14.5;FBSS/3;FBID/phone;FBLC/ja_JP;FBOP/5]',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/481.0.0.48.106;FBBV/634720372;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/17.6;FBSS/3;FBID/phone;FBLC/fr_FR;FBOP/5]',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/23G71 Safari/604.1 [FBAN/FBIOS;FBAV/576.0.0.47.71;FBBV/1048889375;FBDV/iPhone17,1;FBMD/iPhone;FBSN/iOS;FBSV/26.6;FBSS/3;FBID/phone;FBLC/it_IT;FBOP/5;FBRV/1054053261;IABMV/1]',
    ],
  },
  {
    name: 'Facebook on iPad',
    expect: {
      platform: 'ios',
      device: 'tablet',
      webview: 'Facebook',
      browser: 'Facebook',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPad; CPU OS 26_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/23H24 Safari/604.1 [FBAN/FBIOS;FBAV/578.1.0.71.72;FBBV/1063022819;FBDV/iPad15,5;FBMD/iPad;FBSN/iPadOS;FBSV/26.7;FBSS/2;FBID/tablet;FBLC/de_DE;FBOP/5;FBRV/0;IABMV/1]',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/401.0.0.22.74;FBBV/434350098;FBDV/iPad11,3;FBMD/iPad;FBSN/iPadOS;FBSV/16.3.1;FBSS/2;FBID/tablet;FBLC/en_US;FBOP/5]',
    ],
  },
  {
    name: 'Facebook on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'Facebook',
      browser: 'Facebook',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 14; SM-A146U Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/122.0.6261.88 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/453.0.0.40.107;]',
      'Mozilla/5.0 (Linux; Android 10; CPH2005 Build/QKQ1.200216.002) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/151.0.7922.134 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/574.0.0.40.71;IABMV/1;]',
      'Mozilla/5.0 (Linux; Android 16; Pixel 10 Pro XL Build/CP1A.260305.018; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/146.0.7680.174 Mobile Safari/537.36 MetaIAB Facebook',
      'Mozilla/5.0 (Linux; Android 9; Redmi Note 7 Build/PKQ1.180904.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.127 Mobile Safari/537.36 [FBAN/EMA;FBLC/es_LA;FBAV/300.0.0.9.106;]',
    ],
  },
  {
    name: 'Messenger on iOS',
    expect: {
      platform: 'ios',
      device: 'mobile',
      webview: 'Messenger',
      browser: 'Messenger',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 10_3_2 like Mac OS X) AppleWebKit/603.2.4 (KHTML, like Gecko) Mobile/14F89 [FBAN/MessengerForiOS;FBAV/129.0.0.44.91;FBBV/66845013;FBDV/iPhone9,1;FBMD/iPhone;FBSN/iOS;FBSV/10.3.2;FBSS/2;FBCR/Carrier;FBID/phone;FBLC/en_US;FBOP/5;FBRV/0]',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/MessengerForiOS;FBAV/461.0.0.26.106;FBBV/596640960;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/17.5;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5]',
      'LightSpeed [FBAN/MessengerLiteForiOS;FBAV/576.0.0.31.108;FBBV/1049580600;FBDV/iPhone17,4;FBMD/iPhone;FBSN/iOS;FBSV/26.6.1;FBSS/3;FBCR/;FBID/phone;FBLC/fr_FR;FBOP/0]',
    ],
  },
  {
    name: 'Messenger on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'Messenger',
      browser: 'Messenger',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 13; SM-A536B Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/114.0.5735.196 Mobile Safari/537.36 [FB_IAB/MESSENGER;FBAV/413.0.0.17.62;]',
      'Mozilla/5.0 (Linux; Android 12; M2101K6G Build/SKQ1.210908.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/103.0.5060.71 Mobile Safari/537.36 [FB_IAB/Orca-Android;FBAV/367.0.0.9.70;]',
    ],
  },
  {
    name: 'TikTok on iOS',
    expect: {
      platform: 'ios',
      device: 'mobile',
      webview: 'TikTok',
      browser: 'TikTok',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 musical_ly_36.5.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/fr Region/FR ByteFullLocale/fr',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 15_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 musical_ly_25.1.1 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US ByteFullLocale/en isDarkMode/0 WKWebView/1 BytedanceWebview/d8a21c6 FalconTag/',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_3_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.3.1 Mobile/15E148 Safari/604.1 musical_ly_46.4.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/DE isDarkMode/0 RevealType/Dialog',
    ],
  },
  {
    name: 'TikTok on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'TikTok',
      browser: 'TikTok',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230901.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/129.0.6668.81 Mobile Safari/537.36 trill_360504 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/36.5.4 ByteLocale/fr ByteFullLocale/fr Region/FR BytedanceWebview/d8a21c6',
      'Mozilla/5.0 (Linux; Android 12; SM-A525F Build/SP1A.210812.016; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/107.0.5304.141 Mobile Safari/537.36 BytedanceWebview/d8a21c6 trill_2022803040 JsSdk/1.0 NetType/WIFI Channel/googleplay',
      'Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.6367.123 Mobile Safari/537.36 musical_ly_2023405030 JsSdk/1.0 NetType/MOBILE Channel/googleplay AppName/musical_ly app_version/34.5.3 ByteLocale/en ByteFullLocale/en Region/US BytedanceWebview/d8a21c6',
    ],
  },
  {
    name: 'Douyin on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'Douyin',
      browser: 'Douyin',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 11; PEGM00 Build/RKQ1.200903.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/75.0.3770.156 Mobile Safari/537.36 aweme_230400 JsSdk/1.0 NetType/WIFI AppName/aweme app_version/23.4.0 ByteLocale/zh-CN Region/CN BytedanceWebview/d8a21c6',
    ],
  },
  {
    name: 'Snapchat on iOS',
    expect: {
      platform: 'ios',
      device: 'mobile',
      webview: 'Snapchat',
      browser: 'Snapchat',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 15_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.3 Mobile/15E148 Snapchat/11.64.0.38 (like Safari/8612.4.9.0.3, panda)',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.6.1 Mobile/15E148 Snapchat/14.25.0.48 (like Safari/8624.5.1.10.3, panda)',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Snapchat/13.10.0.42 (like Safari/8618.3.11.10.5, panda)',
    ],
  },
  {
    name: 'Snapchat on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'Snapchat',
      browser: 'Snapchat',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 11; SM-G970U Build/RP1A.200720.012; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/88.0.4324.93 Mobile Safari/537.36Snapchat11.14.0.33 (SM-G970U; Android 11#G970USQS5GUCG#30; gzip; )',
      'Mozilla/5.0 (Linux; Android 14; SM-A156U Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.6723.102 Mobile Safari/537.36 Snapchat/13.14.0.45 (SM-A156U; Android 14#A156USQS3AXH1#34; gzip; )',
    ],
  },
  {
    name: 'LinkedIn on iOS',
    expect: {
      platform: 'ios',
      device: 'mobile',
      webview: 'LinkedIn',
      browser: 'LinkedIn',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.25.1981',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5.2 Mobile/15E148 Safari/604.1 [LinkedInApp]/9.51.6066',
    ],
  },
  {
    name: 'LinkedIn on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'LinkedIn',
      browser: 'LinkedIn',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 13; SM-G991B Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/118.0.5993.111 Mobile Safari/537.36 [LinkedInApp]/4.1.881',
    ],
  },
  {
    name: 'LinkedIn over the MIUI browser',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'LinkedIn',
      browser: 'MIUI Browser',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; U; Android 14; ru-ru; Redmi 12C Build/UP1A.231005.007) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.1.1.1-gn [LinkedInApp]/0.948.518',
    ],
  },
  {
    name: 'X on iOS',
    expect: { platform: 'ios', device: 'mobile', webview: 'X', browser: 'X', page: 'launch' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21G93 Twitter for iPhone/10.64.1',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 13_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/17C54 Twitter for iPhone/8.5',
    ],
  },
  {
    name: 'X on iPad',
    expect: { platform: 'ios', device: 'tablet', webview: 'X', browser: 'X', page: 'launch' },
    userAgents: [
      'Mozilla/5.0 (iPad; CPU OS 12_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/16G77 Twitter for iPad/7.60.2',
    ],
  },
  {
    name: 'X on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'X',
      browser: 'X',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240705.005; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.134 Mobile Safari/537.36 TwitterAndroid',
    ],
  },
  {
    name: 'WhatsApp webview',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'WhatsApp',
      browser: 'WhatsApp',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 13; SM-M336B Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.6099.144 Mobile Safari/537.36 WhatsApp/2.23.25.83',
    ],
  },
  {
    name: 'Telegram on iOS',
    expect: {
      platform: 'ios',
      device: 'mobile',
      webview: 'Telegram',
      browser: 'Telegram',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Telegram-iOS/11.2',
    ],
  },
  {
    name: 'Telegram on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'Telegram',
      browser: 'Telegram',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 7.1.2; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.6045.193 Mobile Safari/537.36 Telegram-Android/11.4.3 (Samsung SM-G965N; Android 7.1.2; SDK 25; LOW)',
      'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.6778.104 Mobile Safari/537.36 Telegram-Android/11.5.3 (Xiaomi 23049PCD8G; Android 14; SDK 34; AVERAGE)',
    ],
  },
  {
    name: 'WeChat on iOS',
    expect: {
      platform: 'ios',
      device: 'mobile',
      webview: 'WeChat',
      browser: 'WeChat',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50(0x1800323c) NetType/WIFI Language/zh_CN',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 13_2_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/7.0.9(0x17000929) NetType/4G Language/en',
    ],
  },
  {
    name: 'WeChat on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'WeChat',
      browser: 'WeChat',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 12; M2102J29) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.5596.0 Mobile Safari/537.36 MicroMessenger/8.0.43(0x18001B3F) NetType/WIFI Language/zh_CN',
      'Mozilla/5.0 (Linux; Android 11; M2007J3SC Build/RKQ1.200826.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/86.0.4240.99 XWEB/4317 MMWEBSDK/20220903 Mobile Safari/537.36 MMWEBID/9161 MicroMessenger/8.0.28.2240(0x28001C57) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64',
    ],
  },
  {
    name: 'WeChat over QQ browser core',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'WeChat',
      browser: 'QQ Browser',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 8.1; EML-AL00 Build/HUAWEIEML-AL00; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/53.0.2785.143 Crosswalk/24.53.595.0 XWEB/358 MMWEBSDK/23 Mobile Safari/537.36 MicroMessenger/6.7.2.1340(0x2607023A) NetType/4G Language/zh_CN MQQBrowser/6.2',
    ],
  },
  {
    name: 'QQ on iOS',
    expect: { platform: 'ios', device: 'mobile', webview: 'QQ', browser: 'QQ', page: 'launch' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 16_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 QQ/8.9.28.635 V1_IPH_SQ_8.9.28_1_APP_A Pixel/1170 MiniAppEnable SimpleUISwitch/0 StudyMode/0 QQTheme/1000 NetType/WIFI',
    ],
  },
  {
    name: 'LINE on iOS',
    expect: { platform: 'ios', device: 'mobile', webview: 'LINE', browser: 'LINE', page: 'launch' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.14.0',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/15.12.0',
    ],
  },
  {
    name: 'LINE on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'LINE',
      browser: 'LINE',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 Line/15.12.0/IAB',
      'Mozilla/5.0 (Linux; Android 11; SO-02L Build/58.2.B.0.600; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/94.0.4606.85 Mobile Safari/537.36 Line/11.18.2/IAB',
    ],
  },
  {
    name: 'KakaoTalk on iOS',
    expect: {
      platform: 'ios',
      device: 'mobile',
      webview: 'KakaoTalk',
      browser: 'KakaoTalk',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 KAKAOTALK 25.8.0',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 15_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 KAKAOTALK 9.7.5',
    ],
  },
  {
    name: 'KakaoTalk on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'KakaoTalk',
      browser: 'KakaoTalk',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 13; SM-S901N Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.5615.48 Mobile Safari/537.36 ;KAKAOTALK 2410120',
      'Mozilla/5.0 (Linux; Android 15; SM-S928N Build/AP3A.240905.015.A2; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/133.0.6943.137 Mobile Safari/537.36 KAKAOTALK/25.4.3 (INAPP)',
    ],
  },
  {
    name: 'Naver on iOS',
    expect: {
      platform: 'ios',
      device: 'mobile',
      webview: 'Naver',
      browser: 'Naver',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 NAVER(inapp; search; 1700; 12.3.2; 14PRO)',
    ],
  },
  {
    name: 'Naver on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'Naver',
      browser: 'Naver',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 13; SM-G998N Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/114.0.5735.60 Mobile Safari/537.36 NAVER(inapp; search; 1180; 12.1.1)',
    ],
  },
  {
    name: 'Gmail on iOS, asking in its own name',
    expect: {
      platform: 'ios',
      device: 'mobile',
      webview: 'Gmail',
      browser: 'Gmail',
      automation: 'bot',
      page: 'launch',
    },
    userAgents: [
      'Google Gmail/6.0.250420.1796766 model/iPhone16,1 iOS/18.5',
      'com.google.Gmail/6.0.230328 iSL/3.4 iPhone/16.3.1 hw/iPhone13_2 (gzip)',
    ],
  },
  {
    name: 'Google app on iOS',
    expect: {
      platform: 'ios',
      device: 'mobile',
      webview: 'Google app',
      browser: 'Google app',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/439.4.980558000 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/426.7.931869700 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/333.0.676775632 Mobile/15E148 Safari/604.1',
    ],
  },
  {
    name: 'Google app on iPad',
    expect: {
      platform: 'ios',
      device: 'tablet',
      webview: 'Google app',
      browser: 'Google app',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPad; CPU OS 26_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/439.4.980558000 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/300.0.598994205 Safari/605.1.15',
    ],
  },
  {
    name: 'Google app on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'Google app',
      browser: 'Google app',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 14; Pixel 7a Build/UQ1A.240205.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/121.0.6167.178 Mobile Safari/537.36 GSA/15.4.34.28.arm64',
    ],
  },
  {
    name: 'Pinterest on iOS',
    expect: {
      platform: 'ios',
      device: 'mobile',
      webview: 'Pinterest',
      browser: 'Pinterest',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [Pinterest/iOS]',
    ],
  },
  {
    name: 'Pinterest on iPad',
    expect: {
      platform: 'ios',
      device: 'tablet',
      webview: 'Pinterest',
      browser: 'Pinterest',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPad; CPU OS 8_4_1 like Mac OS X) AppleWebKit/600.1.4 (KHTML, like Gecko) Mobile/12H321 [Pinterest/iOS]',
    ],
  },
  {
    name: 'Pinterest on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'Pinterest',
      browser: 'Pinterest',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 15; ONEPLUS A6003 Build/BP1A.250505.005; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/152.0.7977.64 Mobile Safari/537.36 [Pinterest/Android]',
    ],
  },
  {
    name: 'Reddit on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'Reddit',
      browser: 'Reddit',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 16; SM-S931B Build/BP4A.251205.006; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/151.0.7922.200 Mobile Safari/537.36 Reddit/Version 2026.35.0/Build 2635090/Android 16',
    ],
  },
  {
    name: 'Reddit on iOS',
    expect: {
      platform: 'ios',
      device: 'mobile',
      webview: 'Reddit',
      browser: 'Reddit',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Reddit/Version 2024.14.0/Build 614273/iOS Version 17.4.1 (Build 21E236)',
    ],
  },
  {
    name: 'Discord on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'Discord',
      browser: 'Discord',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 13; Pixel 6 Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.5845.163 Mobile Safari/537.36 Discord-Android/199.15',
    ],
  },
  {
    name: 'Discord on desktop',
    expect: {
      platform: 'desktop',
      device: 'desktop',
      webview: 'Discord',
      browser: 'Discord',
      page: 'redirect',
    },
    userAgents: [
      'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Discord/1.0.9013 Chrome/108.0.5359.215 Electron/22.3.2 Safari/537.36',
    ],
  },
  {
    name: 'Slack on desktop',
    expect: {
      platform: 'desktop',
      device: 'desktop',
      webview: 'Slack',
      browser: 'Slack',
      page: 'redirect',
    },
    userAgents: [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Slack/4.39.90 Chrome/127.0.6533.72 Electron/13.1.9 Safari/537.36',
    ],
  },
  {
    name: 'Slack on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'Slack',
      browser: 'Slack',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 12; SM-A426B Build/SP1A.210812.016; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/110.0.5481.65 Mobile Safari/537.36 Slack/23.02.20.0',
    ],
  },
  {
    name: 'Teams on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'Teams',
      browser: 'Teams',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 13; SM-A346B Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/119.0.6045.193 Mobile Safari/537.36 TeamsMobile-Android',
    ],
  },
  {
    name: 'Outlook on iOS',
    expect: {
      platform: 'ios',
      device: 'mobile',
      webview: 'Outlook',
      browser: 'Outlook',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Outlook-iOS/715.5967.prod.iphone (4.2401.0)',
    ],
  },
  {
    name: 'Zalo on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'Zalo',
      browser: 'Zalo',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 12; CPH2159 Build/RKQ1.211103.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/108.0.5359.128 Mobile Safari/537.36 Zalo android/22120553 ZaloTheme/light ZaloLanguage/vi',
    ],
  },
  {
    name: 'VK on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'VK',
      browser: 'VK',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 12; SM-A515F Build/SP1A.210812.016; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/107.0.5304.105 Mobile Safari/537.36 VKAndroidApp/8.1-14901 (Android 12; SDK 31; arm64-v8a; samsung SM-A515F; ru; 2400x1080)',
    ],
  },
  {
    name: 'Weibo on iOS',
    expect: {
      platform: 'ios',
      device: 'mobile',
      webview: 'Weibo',
      browser: 'Weibo',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 16_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Weibo (iPhone14,5__weibo__12.12.4__iphone__os16.2)',
    ],
  },
  {
    name: 'Alipay on iOS',
    expect: {
      platform: 'ios',
      device: 'mobile',
      webview: 'Alipay',
      browser: 'Alipay',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 15_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 ChannelId(2) NebulaSDK/1.8.100112 Nebula  PSDType(1) AlipayDefined(nt:WIFI,ws:390|780|3.0) AliApp(AP/10.3.0.6102) AlipayClient/10.3.0.6102 Language/zh-Hans',
    ],
  },
  {
    name: 'DingTalk on iOS',
    expect: {
      platform: 'ios',
      device: 'mobile',
      webview: 'DingTalk',
      browser: 'DingTalk',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 15_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 AliApp(DingTalk/6.5.20) com.laiwang.DingTalk/22334563 Channel/201200 language/zh-Hans-CN UT4Aplus/0.0.6 WK',
    ],
  },
  {
    name: 'Taobao on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'Taobao',
      browser: 'UC Browser',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; U; Android 5.1.1; zh-CN; OPPO R9 Plusm A Build/LMY47V) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/57.0.2987.108 UCBrowser/11.9.4.974 UWS/2.14.0.3 Mobile Safari/537.36 AliApp(TB/7.8.3) UCBS/2.11.1.1 TTID/10001401@taobao_android_7.8.3 WindVane/8.3.0 1080X1920',
    ],
  },
  {
    name: 'Yahoo! Japan on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'Yahoo! Japan',
      browser: 'Yahoo! Japan',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 13; SH-M20 Build/TKQ1.220915.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/132.0.6834.163 Mobile Safari/537.36 YJApp-ANDROID jp.co.yahoo.android.yjtop/3.187.0',
    ],
  },
  {
    name: 'Yahoo! Japan on iPad',
    expect: {
      platform: 'ios',
      device: 'tablet',
      webview: 'Yahoo! Japan',
      browser: 'Yahoo! Japan',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPad; CPU OS 18_1_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 YJApp-IOS jp.co.yahoo.ipn.appli/4.131.0',
    ],
  },
  {
    name: 'Bing on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'Bing',
      browser: 'Bing',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 15; moto g15 Build/VVTAS35.51-137-2; ) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/151.0.7922.137 Mobile Safari/537.36 BingSapphire/33.9.440810006',
    ],
  },
  {
    name: 'Unknown app on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      webview: 'Unknown app',
      browser: 'WebView',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 16; SM-A155F Build/BP4A.251205.006; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/153.0.8010.36 Mobile Safari/537.36',
      'Mozilla/5.0 (Linux; Android 15; V2302 Build/AP3A.240905.015.A2_NONFCCS; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/153.0.8010.36 Mobile Safari/537.36',
      'Mozilla/5.0 (Linux; Android 16; 23127PN0CC Build/BP2A.250605.031.A3; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0.7151.115 Mobile Safari/537.36 Xiaoyuzhou/2.115.0 Android/16',
      'Mozilla/5.0 (Linux; Android 4.4; Nexus 5 Build/_BuildID_) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/30.0.0.0 Mobile Safari/537.36',
    ],
  },
  {
    name: 'Unknown app on iOS',
    expect: {
      platform: 'ios',
      device: 'mobile',
      webview: 'Unknown app',
      browser: 'WebView',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 15_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)',
    ],
  },
  {
    name: 'Unknown app on iPad',
    expect: {
      platform: 'ios',
      device: 'tablet',
      webview: 'Unknown app',
      browser: 'WebView',
      page: 'launch',
    },
    userAgents: [
      'Mozilla/5.0 (iPad; CPU OS 14_4 like Mac OS X) AppleWebkit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    ],
  },
  {
    name: 'Safari on iPhone',
    expect: { platform: 'ios', device: 'mobile', browser: 'Safari', page: 'autoOpen' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.6.1 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 15_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.3 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 10_3 like Mac OS X) AppleWebKit/603.1.23 (KHTML, like Gecko) Version/10.0 Mobile/14E5239e Safari/602.1',
      'Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1',
    ],
  },
  {
    name: 'Safari on iPad in mobile mode',
    expect: { platform: 'ios', device: 'tablet', browser: 'Safari', page: 'autoOpen' },
    userAgents: [
      'Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
    ],
  },
  {
    name: 'Chrome on iPhone',
    expect: { platform: 'ios', device: 'mobile', browser: 'Chrome', page: 'autoOpen' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 14_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/91.0.4472.80 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 10_3 like Mac OS X) AppleWebKit/602.1.50 (KHTML, like Gecko) CriOS/56.0.2924.75 Mobile/14E5239e Safari/602.1',
    ],
  },
  {
    name: 'Chrome on iPad',
    expect: { platform: 'ios', device: 'tablet', browser: 'Chrome', page: 'autoOpen' },
    userAgents: [
      'Mozilla/5.0 (iPad; CPU OS 26_6_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/154.0.8037.55 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/85 Version/11.1.1 Safari/605.1.15',
    ],
  },
  {
    name: 'Firefox on iPhone',
    expect: { platform: 'ios', device: 'mobile', browser: 'Firefox', page: 'autoOpen' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/156.0 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/155 Mobile/15E148 Version/26.4',
    ],
  },
  {
    name: 'Firefox on iPad in desktop mode',
    expect: { platform: 'ios', device: 'tablet', browser: 'Firefox', page: 'autoOpen' },
    userAgents: [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/22.0 Safari/605.1.15',
    ],
  },
  {
    name: 'Edge on iPhone',
    expect: { platform: 'ios', device: 'mobile', browser: 'Edge', page: 'autoOpen' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_2_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) EdgiOS/153.0.4234.46 Version/26.0 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 EdgiOS/122.0.2365.99 Mobile/15E148 Safari/604.1',
    ],
  },
  {
    name: 'DuckDuckGo on iPhone',
    expect: { platform: 'ios', device: 'mobile', browser: 'DuckDuckGo', page: 'autoOpen' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/27.0 Mobile/15E148 Safari/604.1 Ddg/27.0',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 12_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 DuckDuckGo/7',
    ],
  },
  {
    name: 'Brave on iPhone',
    expect: { platform: 'ios', device: 'mobile', browser: 'Brave', page: 'autoOpen' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.6.2 Mobile/15E148 Safari/604.1 Brave',
    ],
  },
  {
    name: 'Brave on iPad',
    expect: { platform: 'ios', device: 'tablet', browser: 'Brave', page: 'autoOpen' },
    userAgents: [
      'Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5.2 Mobile/15E148 Safari/604.1 Brave',
    ],
  },
  {
    name: 'Opera on iPhone',
    expect: { platform: 'ios', device: 'mobile', browser: 'Opera', page: 'autoOpen' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1 OPT/4.9.0',
    ],
  },
  {
    name: 'Opera Mini on iPhone',
    expect: { platform: 'ios', device: 'mobile', browser: 'Opera Mini', page: 'autoOpen' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 10_3_1 like Mac OS X) AppleWebKit/603.1.30 (KHTML, like Gecko) OPiOS/14.0.0.104835 Mobile/14E304 Safari/9537.53',
    ],
  },
  {
    name: 'Yandex on iPhone',
    expect: { platform: 'ios', device: 'mobile', browser: 'Yandex', page: 'autoOpen' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 YaBrowser/24.6.5.398.10 SA/3 Mobile/15E148 Safari/604.1',
    ],
  },
  {
    name: 'Ecosia on iPhone',
    expect: { platform: 'ios', device: 'mobile', browser: 'Ecosia', page: 'autoOpen' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/605.1.15 (Ecosia ios@10.2.0.1889)',
    ],
  },
  {
    name: 'Chrome on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      browser: 'Chrome',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36',
      'Mozilla/5.0 (Linux; Android 14; V2189) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.5467.69 Mobile Safari/537.36',
      'Mozilla/5.0 (Linux; Android 14; CUBOT NOTE 50) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
      'Mozilla/5.0 (Linux; Android 6.0; Nexus 5 Build/MRA58N) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/91.0.4472.114 Mobile Safari/537.36',
      'Mozilla/5.0 (Linux; Android 4.0.4; Galaxy Nexus Build/IMM76B) AppleWebKit/535.19 (KHTML, like Gecko) Chrome/18.0.1025.133 Mobile Safari/535.19',
    ],
  },
  {
    name: 'Chrome on an Android tablet',
    expect: {
      platform: 'android',
      device: 'tablet',
      browser: 'Chrome',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
      'Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/112.0.0.0 Safari/537.36',
    ],
  },
  {
    name: 'Firefox on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      browser: 'Firefox',
      page: 'androidOpen',
      opens: 'scheme',
    },
    userAgents: [
      'Mozilla/5.0 (Android 16; Mobile; rv:156.0) Gecko/156.0 Firefox/156.0',
      'Mozilla/5.0 (Android 17; Mobile; rv:156.0) Gecko/156.0 Firefox/156.0',
    ],
  },
  {
    name: 'Firefox on an Android tablet',
    expect: {
      platform: 'android',
      device: 'tablet',
      browser: 'Firefox',
      page: 'androidOpen',
      opens: 'scheme',
    },
    userAgents: ['Mozilla/5.0 (Android 13; Tablet; rv:109.0) Gecko/115.0 Firefox/115.0'],
  },
  {
    name: 'Firefox Focus on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      browser: 'Firefox Focus',
      page: 'androidOpen',
      opens: 'scheme',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 9; SM-G960F) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Focus/8.0 Chrome/80.0.3987.99 Mobile Safari/537.36',
    ],
  },
  {
    name: 'Samsung Internet',
    expect: {
      platform: 'android',
      device: 'mobile',
      browser: 'Samsung Internet',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/30.0 Chrome/143.0.0.0 Mobile Safari/537.36',
      'Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/21.0 Chrome/110.0.5481.154 Mobile Safari/537.36',
      'Mozilla/5.0 (Linux; Android 5.0.1; SAMSUNG SM-N910F Build/LRX22C) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/2.1 Chrome/34.0.1847.76 Mobile Safari/537.36',
    ],
  },
  {
    name: 'Samsung Internet on a tablet',
    expect: {
      platform: 'android',
      device: 'tablet',
      browser: 'Samsung Internet',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/30.0 Chrome/143.0.0.0 Safari/537.36',
    ],
  },
  {
    name: 'Opera on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      browser: 'Opera',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36 OPR/91.0.0.0',
      'Mozilla/5.0 (Linux; Android 16; SM-S918B Build/BP4A.251205.006) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/151.0.7922.202 Mobile Safari/537.36 OPX/3.3',
    ],
  },
  {
    name: 'Edge on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      browser: 'Edge',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0',
    ],
  },
  {
    name: 'DuckDuckGo on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      browser: 'DuckDuckGo',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 17) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/153.0.0.0 Mobile DuckDuckGo/5 Safari/537.36',
    ],
  },
  {
    name: 'Ecosia on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      browser: 'Ecosia',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36 (Ecosia android@150.0.0.0)',
    ],
  },
  {
    name: 'Yandex on Android',
    expect: {
      platform: 'android',
      device: 'mobile',
      browser: 'Yandex',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; arm_64; Android 12; CTR-L81) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.7871.119 YaBrowser/26.8.3.119.00 Mobile Safari/537.36',
    ],
  },
  {
    name: 'Huawei Browser',
    expect: {
      platform: 'android',
      device: 'mobile',
      browser: 'Huawei Browser',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN01; HMSCore 6.11.0.302) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4844.88 HuaweiBrowser/13.0.5.303 Mobile Safari/537.36',
    ],
  },
  {
    name: 'MIUI Browser',
    expect: {
      platform: 'android',
      device: 'mobile',
      browser: 'MIUI Browser',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; U; Android 13; en-us; 22101316G Build/TP1A.220624.014) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.4.0-g',
    ],
  },
  {
    name: 'UC Browser',
    expect: {
      platform: 'android',
      device: 'mobile',
      browser: 'UC Browser',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; U; Android 10; en-US; RMX1911 Build/QKQ1.200209.002) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/78.0.3904.108 UCBrowser/13.4.0.1306 Mobile Safari/537.36',
    ],
  },
  {
    name: 'Quark',
    expect: {
      platform: 'android',
      device: 'mobile',
      browser: 'Quark',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; U; Android 12; zh-Hans-CN; FOA-AL00 Build/HUAWEIFOA-AL00) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/144.0.7559.86 Quark/10.17.0.1145 Mobile Safari/537.36',
    ],
  },
  {
    name: 'HeyTap Browser',
    expect: {
      platform: 'android',
      device: 'mobile',
      browser: 'HeyTap Browser',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; U; Android 12; zh-cn; PFFM20 Build/SKQ1.211019.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/90.0.4430.61 Mobile Safari/537.36 HeyTapBrowser/40.8.3.1',
    ],
  },
  {
    name: 'vivo Browser',
    expect: {
      platform: 'android',
      device: 'mobile',
      browser: 'vivo Browser',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 12; V2171A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/87.0.4280.141 Mobile Safari/537.36 VivoBrowser/12.6.0.0',
    ],
  },
  {
    name: 'Silk on a Fire tablet',
    expect: {
      platform: 'android',
      device: 'tablet',
      browser: 'Silk',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 9; KFTRWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/122.4.2 like Chrome/122.0.6261.139 Safari/537.36',
    ],
  },
  {
    name: 'Android TV',
    expect: {
      platform: 'android',
      device: 'tv',
      webview: 'Unknown app',
      browser: 'WebView',
      page: 'androidOpen',
      opens: 'intent',
    },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 12; Philips Google TV TA1 Build/STT2.230831.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/151.0.7922.200 Mobile Safari/537.36',
    ],
  },
  {
    name: 'Chrome on a desktop',
    expect: { platform: 'desktop', device: 'desktop', browser: 'Chrome', page: 'redirect' },
    userAgents: [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.7390.123 Safari/537.36',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/154.0.0.0 Safari/537.36',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/152.0.0.0 Safari/537.36',
    ],
  },
  {
    name: 'Safari on a Mac, or on an iPad that says so',
    expect: {
      platform: 'desktop',
      device: 'desktop',
      browser: 'Safari',
      page: 'redirect',
      maybeIpad: true,
    },
    userAgents: [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.6.2 Safari/605.1.15',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15',
    ],
  },
  {
    name: 'DuckDuckGo on a Mac, or on an iPad',
    expect: {
      platform: 'desktop',
      device: 'desktop',
      browser: 'DuckDuckGo',
      page: 'redirect',
      maybeIpad: true,
    },
    userAgents: [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5.2 Safari/605.1.15 Ddg/26.5.2',
    ],
  },
  {
    name: 'Firefox on a desktop',
    expect: { platform: 'desktop', device: 'desktop', browser: 'Firefox', page: 'redirect' },
    userAgents: [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:156.0) Gecko/20100101 Firefox/156.0',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:156.0) Gecko/20100101 Firefox/156.0',
      'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:154.0) Gecko/20100101 Firefox/154.0',
    ],
  },
  {
    name: 'Edge on a desktop',
    expect: { platform: 'desktop', device: 'desktop', browser: 'Edge', page: 'redirect' },
    userAgents: [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/154.0.0.0 Safari/537.36 Edg/154.0.0.0',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763',
    ],
  },
  {
    name: 'Opera on a desktop',
    expect: { platform: 'desktop', device: 'desktop', browser: 'Opera', page: 'redirect' },
    userAgents: [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/152.0.0.0 Safari/537.36 OPR/136.0.0.0',
    ],
  },
  {
    name: 'Internet Explorer',
    expect: {
      platform: 'desktop',
      device: 'desktop',
      browser: 'Internet Explorer',
      page: 'redirect',
    },
    userAgents: ['Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'],
  },
  {
    name: 'Windows Phone',
    expect: { platform: 'other', device: 'mobile', browser: 'Edge', page: 'redirect' },
    userAgents: [
      'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.14977',
    ],
  },
  {
    name: 'KaiOS',
    expect: { platform: 'other', device: 'mobile', browser: 'Firefox', page: 'redirect' },
    userAgents: ['Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5'],
  },
  {
    name: 'HarmonyOS without Android',
    expect: { platform: 'other', device: 'mobile', browser: 'Huawei Browser', page: 'redirect' },
    userAgents: [
      'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile HuaweiBrowser/5.0.4.300',
    ],
  },
  {
    name: 'A television',
    expect: { platform: 'other', device: 'tv', browser: 'Samsung Internet', page: 'redirect' },
    userAgents: [
      'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/2.2 Chrome/63.0.3239.84 TV Safari/537.36',
    ],
  },
  {
    name: 'facebookexternalhit',
    expect: { crawler: 'facebookexternalhit', automation: 'bot', page: 'preview' },
    userAgents: [
      'facebookexternalhit/1.1',
      'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
      'Mozilla/5.0 (compatible; Meta-ExternalHit/1.1; +http://www.facebook.com/externalhit_uatext.php)',
    ],
  },
  {
    name: 'iMessage',
    expect: { crawler: 'iMessage', automation: 'bot', page: 'preview' },
    userAgents: [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    ],
  },
  {
    name: 'meta-externalfetcher',
    expect: { crawler: 'meta-externalfetcher', automation: 'bot', page: 'preview' },
    userAgents: [
      'meta-externalfetcher/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
    ],
  },
  {
    name: 'Twitterbot',
    expect: { crawler: 'Twitterbot', automation: 'bot', page: 'preview' },
    userAgents: ['Twitterbot/1.0', 'Twitterbot/0.1'],
  },
  {
    name: 'Slackbot',
    expect: { crawler: 'Slackbot', automation: 'bot', page: 'preview' },
    userAgents: [
      'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
      'Slackbot 1.0 (+https://api.slack.com/robots)',
      'Slack-ImgProxy 1.138 (+https://api.slack.com/robots)',
    ],
  },
  {
    name: 'WhatsApp preview',
    expect: { crawler: 'WhatsApp', automation: 'bot', page: 'preview' },
    userAgents: ['WhatsApp/2.23.20.0', 'WhatsApp/2.19.330 A', 'WhatsApp/2.2587.9 W'],
  },
  {
    name: 'LinkedInBot',
    expect: { crawler: 'LinkedInBot', automation: 'bot', page: 'preview' },
    userAgents: [
      'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
      'LinkedInBot/1.0 (compatible; Mozilla/5.0; Jakarta Commons-HttpClient/4.3 +http://www.linkedin.com)',
    ],
  },
  {
    name: 'Discordbot',
    expect: { crawler: 'Discordbot', automation: 'bot', page: 'preview' },
    userAgents: ['Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
  },
  {
    name: 'TelegramBot',
    expect: { crawler: 'TelegramBot', automation: 'bot', page: 'preview' },
    userAgents: ['TelegramBot (like TwitterBot)'],
  },
  {
    name: 'Applebot',
    expect: { crawler: 'Applebot', automation: 'bot', page: 'preview' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 8_1 like Mac OS X) AppleWebKit/600.1.4 (KHTML, like Gecko) Version/8.0 Mobile/12B410 Safari/600.1.4 (Applebot/0.1; +http://www.apple.com/go/applebot)',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
    ],
  },
  {
    name: 'Googlebot',
    expect: { crawler: 'Googlebot', automation: 'bot', page: 'preview' },
    userAgents: [
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/41.0.2272.96 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'Googlebot-Image/1.0',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/56.0.2924.87 Safari/537.36 Google-PageRenderer Google (+https://developers.google.com/+/web/snippet/)',
    ],
  },
  {
    name: 'Bingbot',
    expect: { crawler: 'Bingbot', automation: 'bot', page: 'preview' },
    userAgents: [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/103.0.5060.134 Safari/537.36',
      'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b',
    ],
  },
  {
    name: 'Skype and Teams preview',
    expect: { crawler: 'Skype', automation: 'bot', page: 'preview' },
    userAgents: [
      'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
    ],
  },
  {
    name: 'Pinterestbot',
    expect: { crawler: 'Pinterestbot', automation: 'bot', page: 'preview' },
    userAgents: [
      'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)',
      'Pinterest/0.2 (+http://www.pinterest.com/bot.html)',
    ],
  },
  {
    name: 'redditbot',
    expect: { crawler: 'redditbot', automation: 'bot', page: 'preview' },
    userAgents: ['Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)'],
  },
  {
    name: 'Snapchat preview',
    expect: { crawler: 'Snapchat', automation: 'bot', page: 'preview' },
    userAgents: ['Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots'],
  },
  {
    name: 'LINE preview',
    expect: { crawler: 'LINE', automation: 'bot', page: 'preview' },
    userAgents: [
      'facebookexternalhit/1.1;line-poker/1.0',
      'Mozilla/5.0 (compatible; Linespider/1.1; +https://lin.ee/4dwXkTH)',
    ],
  },
  {
    name: 'KakaoTalk preview',
    expect: { crawler: 'KakaoTalk', automation: 'bot', page: 'preview' },
    userAgents: [
      'facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984',
    ],
  },
  {
    name: 'Naver preview',
    expect: { crawler: 'Naver', automation: 'bot', page: 'preview' },
    userAgents: ['facebookexternalhit/1.1 (compatible; Blueno/1.0; +http://naver.me/scrap)'],
  },
  {
    name: 'TikTokSpider',
    expect: { crawler: 'TikTokSpider', automation: 'bot', page: 'preview' },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; TikTokSpider; ttspider-feedback@tiktok.com)',
    ],
  },
  {
    name: 'Mastodon',
    expect: { crawler: 'Mastodon', automation: 'bot', page: 'preview' },
    userAgents: ['http.rb/2.2.2 (Mastodon/1.5.1; +https://example-masto-instance.org/)'],
  },
  {
    name: 'Bluesky',
    expect: { crawler: 'Bluesky', automation: 'bot', page: 'preview' },
    userAgents: [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app) Chrome/100.0.0.0 Safari/537.36',
    ],
  },
  {
    name: 'Other previews',
    expect: { crawler: 'Viber', automation: 'bot', page: 'preview' },
    userAgents: ['Viber'],
  },
  {
    name: 'VK preview',
    expect: { crawler: 'VK', automation: 'bot', page: 'preview' },
    userAgents: ['Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)'],
  },
  {
    name: 'Embedly',
    expect: { crawler: 'Embedly', automation: 'bot', page: 'preview' },
    userAgents: ['Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)'],
  },
  {
    name: 'Iframely',
    expect: { crawler: 'Iframely', automation: 'bot', page: 'preview' },
    userAgents: ['Iframely/1.3.1 (+https://iframely.com/docs/about)'],
  },
  {
    name: 'Buffer',
    expect: { crawler: 'Buffer', automation: 'bot', page: 'preview' },
    userAgents: [
      'BufferLinkPreviewBot/1.0 (+https://scraper.buffer.com/about/bots/link-preview-bot)',
    ],
  },
  {
    name: 'Flipboard preview',
    expect: { crawler: 'Flipboard', automation: 'bot', page: 'preview' },
    userAgents: [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.11; rv:49.0) Gecko/20100101 Firefox/49.0 (FlipboardProxy/1.2; +http://flipboard.com/browserproxy)',
    ],
  },
  {
    name: 'DuckDuckBot',
    expect: { crawler: 'DuckDuckBot', automation: 'bot', page: 'preview' },
    userAgents: [
      'Mozilla/5.0 (compatible; DuckDuckBot-Https/1.1; https://duckduckgo.com/duckduckbot)',
    ],
  },
  {
    name: 'YandexBot',
    expect: { crawler: 'YandexBot', automation: 'bot', page: 'preview' },
    userAgents: ['Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)'],
  },
  {
    name: 'Baiduspider',
    expect: { crawler: 'Baiduspider', automation: 'bot', page: 'preview' },
    userAgents: [
      'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
    ],
  },
  {
    name: 'Programs',
    expect: { automation: 'bot', page: 'redirect', platform: 'other', device: 'other' },
    userAgents: [
      'curl/8.7.1',
      'Wget/1.21.3',
      'python-requests/2.32.3',
      'Go-http-client/2.0',
      'okhttp/4.12.0',
      'axios/1.7.2',
      'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
      'PostmanRuntime/7.39.0',
      'Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
      '',
    ],
  },
  {
    name: 'An app asking in its own name',
    expect: { automation: 'bot', page: 'redirect', platform: 'other', device: 'other' },
    userAgents: ['MyApp/1 CFNetwork/1408.0.4 Darwin/22.5.0'],
  },
  {
    name: 'AI crawlers',
    expect: { automation: 'bot', page: 'redirect' },
    userAgents: [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.0; +https://openai.com/gptbot)',
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
      'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
    ],
  },
  {
    name: 'Headless browsers',
    expect: { automation: 'bot', page: 'redirect', platform: 'desktop' },
    userAgents: [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.6099.28 Safari/537.36',
      'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
    ],
  },
  {
    name: 'Lighthouse',
    expect: { platform: 'android', automation: 'bot', page: 'androidOpen', opens: 'intent' },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse',
    ],
  },
  {
    name: 'Safari on iOS 26 behind a frozen system version',
    expect: { platform: 'ios', browser: 'Safari', systemVersion: '26.0', page: 'autoOpen' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    ],
  },
  {
    name: 'Safari on iOS 18, whose version is its own',
    expect: { platform: 'ios', browser: 'Safari', systemVersion: '18.6.2', page: 'autoOpen' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    ],
  },
  {
    name: 'Webview on iOS 26 that reveals only the frozen version',
    expect: { platform: 'ios', webview: 'Unknown app', systemVersion: null, page: 'launch' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/23A344',
    ],
  },
  {
    name: 'Instagram on iOS 26 that is told 19',
    expect: { platform: 'ios', webview: 'Instagram', systemVersion: '26', page: 'launch' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/19601.1.17.1 (KHTML, like Gecko) Mobile/23A344 Instagram 335.0.8.11.121 (iPhone18,1; iOS 19_0; ru_RU; ru; scale=3.00; 1170x2532; 3203',
    ],
  },
  {
    name: 'Facebook on iOS 26 that is told 19',
    expect: { platform: 'ios', webview: 'Facebook', systemVersion: '26', page: 'launch' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/23A344 [FBAN/FBIOS;FBAV/528.0.0.37.69;FBBV/768364345;FBDV/iPhone18,2;FBMD/iPhone;FBSN/iOS;FBSV/19.0;FBSS/3;FBCR/;FBID/phone;FBLC/en_US;FBOP/80]',
    ],
  },
  {
    name: "Android phones whose names look like a bot's",
    expect: { platform: 'android', browser: 'Chrome', page: 'androidOpen' },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 8.1.0; Discovery Build/O11019) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/86.0.4240.198 Mobile Safari/537.36',
      'Mozilla/5.0 (Linux; Android 10; XBot) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Mobile Safari/537.36',
      'Mozilla/5.0 (Linux; Android 9; XBot Senior Build/XBot_Senior_V1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0.4430.210 Mobile Safari/537.36',
      'Mozilla/5.0 (Linux; Android 9; Newsday) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/112.0.0.0 Safari/537.36',
      'Mozilla/5.0 (Linux; Android 7.0; CG|EON) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.136 Mobile Safari/537.36',
      'Mozilla/5.0 (Linux; U; Android 13; en-us; Discovery Build/TP1A.220624.014) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/113.0.0.0 Mobile Safari/537.36',
    ],
  },
  {
    name: 'Bots on such phones, and in the place of a name',
    expect: { platform: 'android', automation: 'bot', page: 'androidOpen' },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 10; XBot) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Mobile Safari/537.36 SomeBot/1.0',
      'Mozilla/5.0 (Linux; Android 10; K; SomeBot/1.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Mobile Safari/537.36',
    ],
  },
  {
    name: "Sogou's browser on Android",
    expect: { platform: 'android', browser: 'Sogou Browser', page: 'androidOpen' },
    userAgents: [
      'Mozilla/5.0 (Linux; Android 5.1; vivo X6D; Build/LMY47I; wv) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/46.0.2490.92 Mobile Safari/537.36 SogouMSE,SogouMobileBrowser/5.6.0',
      'Mozilla/5.0 (Linux; U; Android 4.4.4; zh-cn; HTC D820u Build/KTU84P) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30 SogouMSE,SogouMobileBrowser/3.5.1',
    ],
  },
  {
    name: "Sogou's browser on iOS",
    expect: { platform: 'ios', browser: 'Sogou Browser', page: 'autoOpen' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 11_2_6 like Mac OS X) AppleWebKit/604.5.6 (KHTML, like Gecko) Mobile/15D100 SogouMobileBrowser/5.11.10',
    ],
  },
  {
    name: 'Editors built on Electron',
    expect: { platform: 'desktop', browser: 'Electron', automation: 'bot', page: 'redirect' },
    userAgents: [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Code/1.115.0 Chrome/142.0.7444.265 Electron/39.8.5 Safari/537.36',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Trae/1.107.1 Chrome/142.0.7444.235 Electron/39.2.7 Safari/537.36',
    ],
  },
  {
    name: 'Tools behind a desktop browser',
    expect: { platform: 'desktop', automation: 'bot', page: 'redirect' },
    userAgents: [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7; TSM-turingos-1253296984) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Safari/537.36',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/117.0.0.0 Safari/537.36 GTmetrix',
      'Mozilla/5.0 (X11; Linux x86_64) Miniature.io/6.0 AppleWebKit/537.36 (KHTML, like Gecko) QtWebEngine/5.12.4 Chrome/69.0.3497.128 Safari/537.36',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_6) AppleWebKit/537.36 (KHTML, like Gecko) YLT Chrome/85.0.4183.121 Safari/537.36',
      'Mozilla/5.0 (Macintosh; U; Intel Mac OS X 10_5_6; en-us) AppleWebKit/528.16 (KHTML, like Gecko) Fluid/0.9.6 Safari/528.16',
    ],
  },
  {
    name: 'Browsers of few people on a desktop',
    expect: { platform: 'desktop', page: 'redirect' },
    userAgents: [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Ubuntu Chromium/80.0.3987.87 Chrome/80.0.3987.87 Safari/537.36',
      'Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Raspbian Chromium/78.0.3904.108 Chrome/78.0.3904.108 Safari/537.36',
      'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/69.0.3497.100 Safari/537.36 SE 2.X MetaSr 1.0',
      'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/78.0.3904.108 Safari/537.36 360SE',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0',
    ],
  },
  {
    name: 'Checkers behind the name of a social app',
    expect: { platform: 'ios', webview: 'X', automation: 'bot', page: 'launch' },
    userAgents: [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 7_0 like Mac OS X) AppleWebKit/537.51.1 (KHTML, like Gecko) Mobile/11A465 Twitter for iPhone BrandVerity/1.0 (http://www.brandverity.com/why-is-brandverity-visiting-me)',
    ],
  },
];
