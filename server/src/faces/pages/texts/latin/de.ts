import type { Texts } from '../Texts.ts';

export const de: Texts = {
  lang: 'de',
  dir: 'ltr',
  open: 'App öffnen',
  opening: 'App wird geöffnet …',
  openHint: 'Tippe auf die Schaltfläche, um direkt in der App fortzufahren.',
  store: 'App herunterladen',
  browser: 'Im Browser fortfahren',
  copy: 'Link für später kopieren',
  copied: 'Kopiert. Tippe nach der Installation in der App auf „Einfügen“.',
  code: 'QR-Code',
  scanTitle: 'Weiter auf dem Handy',
  scanText: 'Scanne diesen Code mit der Kamera deines Handys, um den Link dort zu öffnen.',
  nothingTitle: 'Hier ist nichts',
  nothingText:
    'Dieser Link führt nirgendwohin. Vielleicht wurde er entfernt, oder die Adresse ist unvollständig.',
  waitTitle: 'Einen Moment bitte',
  waitText: 'Dieser Link lässt sich gerade nicht öffnen. Bitte versuche es gleich noch einmal.',
  imprint: 'Impressum',
  privacy: 'Datenschutz',
  unified: 'Öffnet sich auf jedem Gerät an der richtigen Stelle.',
  dynamic: 'Öffnet sich in der App oder, wenn sie nicht installiert ist, im Browser.',
};
