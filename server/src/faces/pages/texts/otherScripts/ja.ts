import type { Texts } from '../Texts.ts';

export const ja: Texts = {
  lang: 'ja',
  dir: 'ltr',
  open: 'アプリで開く',
  opening: 'アプリを開いています…',
  openHint: 'ボタンをタップすると、アプリで直接表示されます。',
  store: 'アプリをダウンロード',
  browser: 'ブラウザで続ける',
  copy: 'インストール後のためにコピー',
  copied: 'コピーしました。インストール後、アプリで「ペースト」をタップしてください。',
  code: 'QRコード',
  scanTitle: 'スマートフォンで続ける',
  scanText: 'スマートフォンのカメラでこのコードを読み取ると、リンクが開きます。',
  nothingTitle: 'ページが見つかりません',
  nothingText:
    'このリンクにはリンク先がありません。削除されたか、アドレスが不完全な可能性があります。',
  waitTitle: '少々お待ちください',
  waitText: '現在このリンクを開けません。しばらくしてからもう一度お試しください。',
  imprint: '運営者について',
  privacy: 'プライバシーについて',
  unified: 'どの端末でも適切な場所で開きます。',
  dynamic: 'アプリで開きます。インストールされていない場合はブラウザで開きます。',
};
