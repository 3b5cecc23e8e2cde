import { DEFAULT_DESCRIPTIONS } from '@fairlead/contract/previewTexts';
import type { Texts } from '../Texts.ts';

export const en: Texts = {
  lang: 'en',
  dir: 'ltr',
  open: 'Open the app',
  opening: 'Opening the app…',
  openHint: 'Tap the button to continue in the app.',
  store: 'Download the app',
  browser: 'Continue in the browser',
  copy: 'Copy for after installing',
  copied: 'Copied. Once the app is installed, tap “Paste” there.',
  code: 'QR code',
  scanTitle: 'Continue on your phone',
  scanText: 'Scan this code with your phone’s camera to open the link there.',
  nothingTitle: 'Nothing here',
  nothingText:
    'This link doesn’t lead anywhere. It may have been removed, or the address may be incomplete.',
  waitTitle: 'One moment, please',
  waitText: 'This link can’t be opened right now. Please try again in a moment.',
  imprint: 'Legal notice',
  privacy: 'Privacy',
  ...DEFAULT_DESCRIPTIONS,
};
