import { DEFAULT_DESCRIPTIONS } from '@fairlead/contract/previewTexts';

/** The texts that pages show to visitors, in one language. */
export interface Texts {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly open: string;
  readonly opening: string;
  readonly openHint: string;
  readonly store: string;
  readonly browser: string;
  /** Copies the link, for the app to be given once it is installed. */
  readonly copy: string;
  readonly copied: string;
  readonly scanTitle: string;
  readonly scanText: string;
  readonly nothingTitle: string;
  readonly nothingText: string;
  readonly waitTitle: string;
  readonly waitText: string;
  /** Rule: resources 7: the default description depends on the type. */
  readonly unified: string;
  readonly dynamic: string;
}

const en: Texts = {
  lang: 'en',
  dir: 'ltr',
  open: 'Open the app',
  opening: 'Opening the app…',
  openHint: 'Tap the button to continue in the app.',
  store: 'Download the app',
  browser: 'Continue in the browser',
  copy: 'Copy for after installing',
  copied: 'Copied. Once the app is installed, tap “Paste” there.',
  scanTitle: 'Continue on your phone',
  scanText: 'Scan this code with your phone’s camera to open the link there.',
  nothingTitle: 'Nothing here',
  nothingText:
    'This link doesn’t lead anywhere. It may have been removed, or the address may be incomplete.',
  waitTitle: 'One moment, please',
  waitText: 'This link can’t be opened right now. Please try again in a moment.',
  ...DEFAULT_DESCRIPTIONS,
};

const es: Texts = {
  lang: 'es',
  dir: 'ltr',
  open: 'Abrir la aplicación',
  opening: 'Abriendo la aplicación…',
  openHint: 'Toca el botón para ir directamente al contenido en la aplicación.',
  store: 'Descargar la aplicación',
  browser: 'Continuar en el navegador',
  copy: 'Copiar para después de instalar',
  copied: 'Copiado. Cuando hayas instalado la aplicación, toca «Pegar» en ella.',
  scanTitle: 'Continúa en tu teléfono',
  scanText: 'Escanea este código con la cámara de tu teléfono para abrir el enlace en él.',
  nothingTitle: 'Aquí no hay nada',
  nothingText:
    'Este enlace no lleva a ninguna parte. Puede que se haya eliminado o que la dirección esté incompleta.',
  waitTitle: 'Un momento, por favor',
  waitText: 'Ahora mismo no se puede abrir este enlace. Inténtalo de nuevo en breve.',
  unified: 'Se abre en el lugar adecuado en cada dispositivo.',
  dynamic: 'Se abre en la aplicación o, si no está instalada, en el navegador.',
};

const fr: Texts = {
  lang: 'fr',
  dir: 'ltr',
  open: 'Ouvrir l’application',
  opening: 'Ouverture de l’application…',
  openHint: 'Touchez le bouton pour accéder directement au contenu dans l’application.',
  store: 'Télécharger l’application',
  browser: 'Continuer dans le navigateur',
  copy: 'Copier pour après l’installation',
  copied: 'Copié. Une fois l’application installée, touchez « Coller » dans celle-ci.',
  scanTitle: 'Continuez sur votre téléphone',
  scanText: 'Scannez ce code avec l’appareil photo de votre téléphone pour y ouvrir le lien.',
  nothingTitle: 'Il n’y a rien ici',
  nothingText:
    'Ce lien ne mène nulle part. Il a peut-être été supprimé, ou son adresse est incomplète.',
  waitTitle: 'Un instant, s’il vous plaît',
  waitText: 'Ce lien ne peut pas être ouvert pour le moment. Réessayez dans un instant.',
  unified: 'S’ouvre au bon endroit sur chaque appareil.',
  dynamic: 'S’ouvre dans l’application, ou dans le navigateur si elle n’est pas installée.',
};

const de: Texts = {
  lang: 'de',
  dir: 'ltr',
  open: 'App öffnen',
  opening: 'App wird geöffnet …',
  openHint: 'Tippe auf die Schaltfläche, um direkt in der App fortzufahren.',
  store: 'App herunterladen',
  browser: 'Im Browser fortfahren',
  copy: 'Link für später kopieren',
  copied: 'Kopiert. Tippe nach der Installation in der App auf „Einfügen“.',
  scanTitle: 'Weiter auf dem Handy',
  scanText: 'Scanne diesen Code mit der Kamera deines Handys, um den Link dort zu öffnen.',
  nothingTitle: 'Hier ist nichts',
  nothingText:
    'Dieser Link führt nirgendwohin. Vielleicht wurde er entfernt, oder die Adresse ist unvollständig.',
  waitTitle: 'Einen Moment bitte',
  waitText: 'Dieser Link lässt sich gerade nicht öffnen. Bitte versuche es gleich noch einmal.',
  unified: 'Öffnet sich auf jedem Gerät an der richtigen Stelle.',
  dynamic: 'Öffnet sich in der App oder, wenn sie nicht installiert ist, im Browser.',
};

const pt: Texts = {
  lang: 'pt',
  dir: 'ltr',
  open: 'Abrir o aplicativo',
  opening: 'Abrindo o aplicativo…',
  openHint: 'Toque no botão para ir direto ao conteúdo no aplicativo.',
  store: 'Baixar o aplicativo',
  browser: 'Continuar no navegador',
  copy: 'Copiar para depois da instalação',
  copied: 'Copiado. Depois de instalar o aplicativo, toque em “Colar” nele.',
  scanTitle: 'Continue no seu celular',
  scanText: 'Escaneie este código com a câmera do celular para abrir o link nele.',
  nothingTitle: 'Não há nada aqui',
  nothingText:
    'Este link não leva a lugar nenhum. Ele pode ter sido removido, ou o endereço está incompleto.',
  waitTitle: 'Um momento, por favor',
  waitText: 'Não é possível abrir este link agora. Tente novamente em instantes.',
  unified: 'Abre no lugar certo em cada dispositivo.',
  dynamic: 'Abre no aplicativo ou, se ele não estiver instalado, no navegador.',
};

const ar: Texts = {
  lang: 'ar',
  dir: 'rtl',
  open: 'افتح التطبيق',
  opening: 'جارٍ فتح التطبيق…',
  openHint: 'اضغط على الزر للانتقال مباشرةً إلى المحتوى في التطبيق.',
  store: 'تنزيل التطبيق',
  browser: 'المتابعة في المتصفح',
  copy: 'انسخ لما بعد التثبيت',
  copied: 'تم النسخ. بعد تثبيت التطبيق، اضغط فيه على «لصق».',
  scanTitle: 'تابع على هاتفك',
  scanText: 'امسح هذا الرمز بكاميرا هاتفك لفتح الرابط عليه.',
  nothingTitle: 'لا يوجد شيء هنا',
  nothingText: 'هذا الرابط لا يؤدي إلى أي مكان. ربما تمت إزالته، أو أن عنوانه غير مكتمل.',
  waitTitle: 'لحظة من فضلك',
  waitText: 'لا يمكن فتح هذا الرابط الآن. يُرجى المحاولة مرة أخرى بعد قليل.',
  unified: 'يفتح في المكان المناسب على كل جهاز.',
  dynamic: 'يفتح في التطبيق، أو في المتصفح إذا لم يكن التطبيق مثبتًا.',
};

const ja: Texts = {
  lang: 'ja',
  dir: 'ltr',
  open: 'アプリで開く',
  opening: 'アプリを開いています…',
  openHint: 'ボタンをタップすると、アプリで直接表示されます。',
  store: 'アプリをダウンロード',
  browser: 'ブラウザで続ける',
  copy: 'インストール後のためにコピー',
  copied: 'コピーしました。インストール後、アプリで「ペースト」をタップしてください。',
  scanTitle: 'スマートフォンで続ける',
  scanText: 'スマートフォンのカメラでこのコードを読み取ると、リンクが開きます。',
  nothingTitle: 'ページが見つかりません',
  nothingText:
    'このリンクにはリンク先がありません。削除されたか、アドレスが不完全な可能性があります。',
  waitTitle: '少々お待ちください',
  waitText: '現在このリンクを開けません。しばらくしてからもう一度お試しください。',
  unified: 'どの端末でも適切な場所で開きます。',
  dynamic: 'アプリで開きます。インストールされていない場合はブラウザで開きます。',
};

const zh: Texts = {
  lang: 'zh',
  dir: 'ltr',
  open: '打开应用',
  opening: '正在打开应用…',
  openHint: '点击按钮即可在应用中直接查看。',
  store: '下载应用',
  browser: '在浏览器中继续',
  copy: '复制链接，安装后使用',
  copied: '已复制。安装应用后，请在应用中点按“粘贴”。',
  scanTitle: '在手机上继续',
  scanText: '用手机相机扫描此二维码，即可在手机上打开链接。',
  nothingTitle: '这里什么都没有',
  nothingText: '此链接没有对应的页面。它可能已被删除，或者地址不完整。',
  waitTitle: '请稍候',
  waitText: '暂时无法打开此链接，请稍后再试。',
  unified: '在任何设备上都能打开合适的页面。',
  dynamic: '在应用中打开；如果未安装应用，则在浏览器中打开。',
};

/** Every language of the pages by its primary subtag. To add one: a value above and its name here. */
export const LANGUAGES: Readonly<Record<string, Texts>> = { en, es, fr, de, pt, ar, ja, zh };

/** Used if a visitor asks for none of the available languages. */
export const STANDARD_TEXTS: Texts = en;
