import type { Texts } from '../Texts.ts';

export const ko: Texts = {
  lang: 'ko',
  dir: 'ltr',
  open: '앱에서 열기',
  opening: '앱을 여는 중…',
  openHint: '버튼을 눌러 앱에서 계속하세요.',
  store: '앱 다운로드',
  browser: '브라우저에서 계속하기',
  copy: '설치 후 사용할 링크 복사',
  copied: '복사했습니다. 앱을 설치한 다음 앱에서 ‘붙여넣기’를 누르세요.',
  code: 'QR 코드',
  scanTitle: '휴대전화에서 계속하기',
  scanText: '휴대전화 카메라로 이 코드를 스캔해 링크를 여세요.',
  nothingTitle: '페이지를 찾을 수 없습니다',
  nothingText:
    '이 링크로 연결되는 페이지가 없습니다. 링크가 삭제되었거나 주소가 완전하지 않을 수 있습니다.',
  waitTitle: '잠시만 기다려 주세요',
  waitText: '지금은 이 링크를 열 수 없습니다. 잠시 후 다시 시도해 주세요.',
  imprint: '법적 고지',
  privacy: '개인정보 보호',
  unified: '어떤 기기에서든 알맞은 페이지가 열립니다.',
  dynamic: '앱에서 열립니다. 앱이 설치되어 있지 않으면 브라우저에서 열립니다.',
};
