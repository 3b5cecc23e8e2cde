import type { Texts } from '../Texts.ts';

export const zhHant: Texts = {
  lang: 'zh-Hant',
  dir: 'ltr',
  open: '開啟 App',
  opening: '正在開啟 App…',
  openHint: '點一下按鈕，即可在 App 中繼續。',
  store: '下載 App',
  browser: '在瀏覽器中繼續',
  copy: '複製連結，安裝後使用',
  copied: '已複製。安裝 App 後，請在 App 中點一下「貼上」。',
  code: 'QR 碼',
  scanTitle: '在手機上繼續',
  scanText: '用手機相機掃描此 QR 碼，即可在手機上開啟連結。',
  nothingTitle: '這裡什麼都沒有',
  nothingText: '這個連結沒有對應的頁面，可能已遭移除，或網址不完整。',
  waitTitle: '請稍候',
  waitText: '目前無法開啟此連結，請稍後再試。',
  imprint: '法律聲明',
  privacy: '隱私權政策',
  unified: '在任何裝置上都能開啟合適的頁面。',
  dynamic: '在 App 中開啟；若尚未安裝 App，則在瀏覽器中開啟。',
};
