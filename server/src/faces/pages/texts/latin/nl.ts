import type { Texts } from '../Texts.ts';

export const nl: Texts = {
  lang: 'nl',
  dir: 'ltr',
  open: 'Open de app',
  opening: 'De app wordt geopend…',
  openHint: 'Tik op de knop om verder te gaan in de app.',
  store: 'Download de app',
  browser: 'Ga verder in de browser',
  copy: 'Kopieer voor na de installatie',
  copied: 'Gekopieerd. Tik na de installatie in de app op ‘Plak’.',
  code: 'QR-code',
  scanTitle: 'Ga verder op je telefoon',
  scanText: 'Scan deze code met de camera van je telefoon om de link daar te openen.',
  nothingTitle: 'Hier is niets te vinden',
  nothingText:
    'Deze link leidt nergens naartoe. Misschien is hij verwijderd of is het adres niet volledig.',
  waitTitle: 'Een ogenblik geduld',
  waitText: 'Deze link kan nu niet worden geopend. Probeer het zo meteen opnieuw.',
  imprint: 'Colofon',
  privacy: 'Privacybeleid',
  unified: 'Opent op elk apparaat op de juiste plek.',
  dynamic: 'Opent in de app, of in de browser als de app niet is geïnstalleerd.',
};
