import type { Texts } from '../Texts.ts';

export const id: Texts = {
  lang: 'id',
  dir: 'ltr',
  open: 'Buka aplikasi',
  opening: 'Membuka aplikasi…',
  openHint: 'Ketuk tombol untuk melanjutkan di aplikasi.',
  store: 'Unduh aplikasi',
  browser: 'Lanjutkan di browser',
  copy: 'Salin untuk digunakan setelah instalasi',
  copied: 'Tersalin. Setelah aplikasi terinstal, ketuk “Tempel” di aplikasi.',
  code: 'Kode QR',
  scanTitle: 'Lanjutkan di ponsel',
  scanText: 'Pindai kode ini dengan kamera ponsel untuk membuka link di sana.',
  nothingTitle: 'Tidak ada apa-apa di sini',
  nothingText:
    'Link ini tidak mengarah ke mana pun. Mungkin link sudah dihapus atau alamatnya tidak lengkap.',
  waitTitle: 'Mohon tunggu sebentar',
  waitText: 'Link ini tidak dapat dibuka saat ini. Coba lagi sebentar lagi.',
  imprint: 'Informasi hukum',
  privacy: 'Privasi',
  unified: 'Terbuka di tempat yang tepat di setiap perangkat.',
  dynamic: 'Terbuka di aplikasi, atau di browser jika aplikasi belum terinstal.',
};
