import type { Texts } from '../Texts.ts';

export const pl: Texts = {
  lang: 'pl',
  dir: 'ltr',
  open: 'Otwórz aplikację',
  opening: 'Otwieranie aplikacji…',
  openHint: 'Naciśnij przycisk, aby kontynuować w aplikacji.',
  store: 'Pobierz aplikację',
  browser: 'Kontynuuj w przeglądarce',
  copy: 'Skopiuj do użycia po instalacji',
  copied: 'Skopiowano. Po zainstalowaniu aplikacji naciśnij w niej „Wklej”.',
  code: 'Kod QR',
  scanTitle: 'Kontynuuj na telefonie',
  scanText: 'Zeskanuj ten kod aparatem w telefonie, aby tam otworzyć link.',
  nothingTitle: 'Nic tu nie ma',
  nothingText: 'Ten link donikąd nie prowadzi. Mógł zostać usunięty albo adres jest niepełny.',
  waitTitle: 'Chwileczkę',
  waitText: 'Nie można teraz otworzyć tego linku. Spróbuj ponownie za chwilę.',
  imprint: 'Nota prawna',
  privacy: 'Prywatność',
  unified: 'Otwiera się we właściwym miejscu na każdym urządzeniu.',
  dynamic: 'Otwiera się w aplikacji lub, jeśli nie jest zainstalowana, w przeglądarce.',
};
