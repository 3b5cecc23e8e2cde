import type { Texts } from '../Texts.ts';

export const it: Texts = {
  lang: 'it',
  dir: 'ltr',
  open: 'Apri l’app',
  opening: 'Apertura dell’app…',
  openHint: 'Tocca il pulsante per continuare nell’app.',
  store: 'Scarica l’app',
  browser: 'Continua nel browser',
  copy: 'Copia per dopo l’installazione',
  copied: 'Copiato. Dopo aver installato l’app, aprila e tocca “Incolla”.',
  code: 'Codice QR',
  scanTitle: 'Continua sul telefono',
  scanText: 'Inquadra questo codice con la fotocamera del telefono per aprire il link.',
  nothingTitle: 'Qui non c’è nulla',
  nothingText:
    'Questo link non porta da nessuna parte. Potrebbe essere stato rimosso, oppure l’indirizzo è incompleto.',
  waitTitle: 'Attendi un momento',
  waitText: 'Al momento non è possibile aprire questo link. Riprova tra poco.',
  imprint: 'Note legali',
  privacy: 'Informativa sulla privacy',
  unified: 'Si apre nel posto giusto su ogni dispositivo.',
  dynamic: 'Si apre nell’app oppure, se non è installata, nel browser.',
};
