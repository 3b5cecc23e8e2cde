import type { Texts } from '../Texts.ts';

export const fr: Texts = {
  lang: 'fr',
  dir: 'ltr',
  open: 'Ouvrir l’application',
  opening: 'Ouverture de l’application…',
  openHint: 'Touchez le bouton pour accéder directement au contenu dans l’application.',
  store: 'Télécharger l’application',
  browser: 'Continuer dans le navigateur',
  copy: 'Copier pour après l’installation',
  copied: 'Copié. Une fois l’application installée, touchez « Coller » dans celle-ci.',
  code: 'Code QR',
  scanTitle: 'Continuez sur votre téléphone',
  scanText: 'Scannez ce code avec l’appareil photo de votre téléphone pour y ouvrir le lien.',
  nothingTitle: 'Il n’y a rien ici',
  nothingText:
    'Ce lien ne mène nulle part. Il a peut-être été supprimé, ou son adresse est incomplète.',
  waitTitle: 'Un instant, s’il vous plaît',
  waitText: 'Ce lien ne peut pas être ouvert pour le moment. Réessayez dans un instant.',
  imprint: 'Mentions légales',
  privacy: 'Confidentialité',
  unified: 'S’ouvre au bon endroit sur chaque appareil.',
  dynamic: 'S’ouvre dans l’application, ou dans le navigateur si elle n’est pas installée.',
};
