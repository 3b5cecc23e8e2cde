import type { Texts } from '../Texts.ts';

export const pt: Texts = {
  lang: 'pt',
  dir: 'ltr',
  open: 'Abrir o aplicativo',
  opening: 'Abrindo o aplicativo…',
  openHint: 'Toque no botão para ir direto ao conteúdo no aplicativo.',
  store: 'Baixar o aplicativo',
  browser: 'Continuar no navegador',
  copy: 'Copiar para depois da instalação',
  copied: 'Copiado. Depois de instalar o aplicativo, toque em “Colar” nele.',
  code: 'Código QR',
  scanTitle: 'Continue no seu celular',
  scanText: 'Escaneie este código com a câmera do celular para abrir o link nele.',
  nothingTitle: 'Não há nada aqui',
  nothingText:
    'Este link não leva a lugar nenhum. Ele pode ter sido removido, ou o endereço está incompleto.',
  waitTitle: 'Um momento, por favor',
  waitText: 'Não é possível abrir este link agora. Tente novamente em instantes.',
  imprint: 'Aviso legal',
  privacy: 'Privacidade',
  unified: 'Abre no lugar certo em cada dispositivo.',
  dynamic: 'Abre no aplicativo ou, se ele não estiver instalado, no navegador.',
};
