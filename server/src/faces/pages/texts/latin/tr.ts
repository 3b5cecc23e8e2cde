import type { Texts } from '../Texts.ts';

export const tr: Texts = {
  lang: 'tr',
  dir: 'ltr',
  open: 'Uygulamayı aç',
  opening: 'Uygulama açılıyor…',
  openHint: 'Uygulamada devam etmek için düğmeye dokunun.',
  store: 'Uygulamayı indir',
  browser: 'Tarayıcıda devam et',
  copy: 'Yükleme sonrası için kopyala',
  copied: 'Kopyalandı. Uygulamayı yükledikten sonra uygulamada “Yapıştır”a dokunun.',
  code: 'QR kodu',
  scanTitle: 'Telefonunuzda devam edin',
  scanText: 'Bağlantıyı telefonunuzda açmak için bu kodu kamerayla tarayın.',
  nothingTitle: 'Burada bir şey yok',
  nothingText: 'Bu bağlantı hiçbir yere gitmiyor. Kaldırılmış veya adresi eksik olabilir.',
  waitTitle: 'Bir dakika lütfen',
  waitText: 'Bu bağlantı şu anda açılamıyor. Lütfen biraz sonra tekrar deneyin.',
  imprint: 'Künye',
  privacy: 'Gizlilik',
  unified: 'Her cihazda doğru yerde açılır.',
  dynamic: 'Uygulamada açılır; uygulama yüklü değilse tarayıcıda açılır.',
};
