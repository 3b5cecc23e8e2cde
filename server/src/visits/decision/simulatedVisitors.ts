import type { SimulatedVisitor } from '@fairlead/contract/simulatedVisitors';

const IOS =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36';
const WEBVIEW = `${ANDROID} Build/BP1A.250505.005; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0.7151.89 Mobile Safari/537.36`;

interface Simulated {
  /** For people. */
  readonly title: string;
  /** What such a visitor sends; parsed like that of any visitor. */
  readonly userAgent: string;
}

/** Visitors that a link can be explained for. Each consists of a user agent and contains nothing of the decision. */
export const SIMULATED: Readonly<Record<SimulatedVisitor, Simulated>> = {
  'ios-safari': {
    title: 'Safari on iPhone',
    userAgent: `${IOS} Version/18.5 Mobile/15E148 Safari/604.1`,
  },
  'ios-chrome': {
    title: 'Chrome on iPhone',
    userAgent: `${IOS} CriOS/137.0.7151.51 Mobile/15E148 Safari/604.1`,
  },
  'ios-instagram': {
    title: 'Instagram on iPhone',
    userAgent: `${IOS} Mobile/15E148 Instagram 381.1.0.26.83 (iPhone15,2; iOS 18_5; en_US; en; scale=3.00; 1179x2556; 737297623)`,
  },
  'ios-facebook': {
    title: 'Facebook on iPhone',
    userAgent: `${IOS} Mobile/15E148 [FBAN/FBIOS;FBAV/515.0.0.48.97;FBBV/738151011;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/18.5;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5]`,
  },
  'ios-messenger': {
    title: 'Messenger on iPhone',
    userAgent: `${IOS} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/461.0.0.26.106;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/18.5;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5]`,
  },
  'ios-tiktok': {
    title: 'TikTok on iPhone',
    userAgent: `${IOS} Mobile/15E148 musical_ly_39.5.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US`,
  },
  'ios-snapchat': {
    title: 'Snapchat on iPhone',
    userAgent: `${IOS} Version/18.5 Mobile/15E148 Snapchat/13.44.0.50 (like Safari/8621.2.5.10.3, panda)`,
  },
  'ios-linkedin': {
    title: 'LinkedIn on iPhone',
    userAgent: `${IOS} Mobile/15E148 [LinkedInApp]/9.31.1721`,
  },
  'ios-google': {
    title: 'Google app on iPhone',
    userAgent: `${IOS} GSA/370.0.764196062 Mobile/15E148 Safari/604.1`,
  },
  'android-chrome': { title: 'Chrome on Android', userAgent: `${ANDROID}) ${CHROME}` },
  'android-samsung': {
    title: 'Samsung Internet',
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  },
  'android-firefox': {
    title: 'Firefox on Android',
    userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:139.0) Gecko/139.0 Firefox/139.0',
  },
  'android-instagram': {
    title: 'Instagram on Android',
    userAgent: `${WEBVIEW} Instagram 381.1.0.53.84 Android (35/15; 420dpi; 1080x2400; Google/google; Pixel 9; tokay; tokay; en_US; 736532019)`,
  },
  'android-facebook': {
    title: 'Facebook on Android',
    userAgent: `${WEBVIEW} [FB_IAB/FB4A;FBAV/515.0.0.47.80;]`,
  },
  'android-tiktok': {
    title: 'TikTok on Android',
    userAgent: `${WEBVIEW} musical_ly_2023905030 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly`,
  },
  desktop: {
    title: 'Desktop browser',
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36',
  },
  'crawler-facebook': {
    title: 'Facebook preview',
    userAgent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  },
  'crawler-x': { title: 'X preview', userAgent: 'Twitterbot/1.0' },
  'crawler-slack': {
    title: 'Slack preview',
    userAgent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  },
  'crawler-whatsapp': { title: 'WhatsApp preview', userAgent: 'WhatsApp/2.23.20.0' },
  'crawler-google': {
    title: 'Google search',
    userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  },
};
