import type { Texts } from '../Texts.ts';

export const zhHans: Texts = {
  lang: 'zh-Hans',
  dir: 'ltr',
  open: '打开应用',
  opening: '正在打开应用…',
  openHint: '点击按钮即可在应用中直接查看。',
  store: '下载应用',
  browser: '在浏览器中继续',
  copy: '复制链接，安装后使用',
  copied: '已复制。安装应用后，请在应用中点按“粘贴”。',
  code: '二维码',
  scanTitle: '在手机上继续',
  scanText: '用手机相机扫描此二维码，即可在手机上打开链接。',
  nothingTitle: '这里什么都没有',
  nothingText: '此链接没有对应的页面。它可能已被删除，或者地址不完整。',
  waitTitle: '请稍候',
  waitText: '暂时无法打开此链接，请稍后再试。',
  imprint: '法律声明',
  privacy: '隐私政策',
  unified: '在任何设备上都能打开合适的页面。',
  dynamic: '在应用中打开；如果未安装应用，则在浏览器中打开。',
};
