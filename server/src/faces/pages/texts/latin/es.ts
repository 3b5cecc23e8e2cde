import type { Texts } from '../Texts.ts';

export const es: Texts = {
  lang: 'es',
  dir: 'ltr',
  open: 'Abrir la aplicación',
  opening: 'Abriendo la aplicación…',
  openHint: 'Toca el botón para ir directamente al contenido en la aplicación.',
  store: 'Descargar la aplicación',
  browser: 'Continuar en el navegador',
  copy: 'Copiar para después de instalar',
  copied: 'Copiado. Cuando hayas instalado la aplicación, toca «Pegar» en ella.',
  code: 'Código QR',
  scanTitle: 'Continúa en tu teléfono',
  scanText: 'Escanea este código con la cámara de tu teléfono para abrir el enlace en él.',
  nothingTitle: 'Aquí no hay nada',
  nothingText:
    'Este enlace no lleva a ninguna parte. Puede que se haya eliminado o que la dirección esté incompleta.',
  waitTitle: 'Un momento, por favor',
  waitText: 'Ahora mismo no se puede abrir este enlace. Inténtalo de nuevo en breve.',
  imprint: 'Aviso legal',
  privacy: 'Privacidad',
  unified: 'Se abre en el lugar adecuado en cada dispositivo.',
  dynamic: 'Se abre en la aplicación o, si no está instalada, en el navegador.',
};
