/**
 * What an attacker puts into a customer's fields. Each calls `boom`, which the browser test makes a
 * report; run in any context of HTML, it would. To add one: a line here.
 */
export const HOSTILE: readonly string[] = [
  '<script>boom(1)</script>',
  '</title><script>boom(2)</script>',
  '</style><script>boom(3)</script>',
  '</script><script>boom(4)</script>',
  '"><img src=x onerror=boom(5)>',
  "'><img src=x onerror=boom(6)>",
  '" onmouseover="boom(7)" autofocus onfocus="boom(7)" x="',
  "' onload='boom(8)' x='",
  '` onerror=boom(9) `',
  '<svg/onload=boom(10)>',
  '<iframe srcdoc="<script>parent.boom(11)</script>">',
  '<meta http-equiv="refresh" content="0;url=javascript:boom(12)">',
  '<base href="javascript:boom(13)//">',
  '--><script>boom(14)</script><!--',
  ']]><script>boom(15)</script>',
  '<a href="javascript:boom(16)" id=open>x</a>',
  '\u2028<script>boom(17)</script>\u2029',
  '&lt;script&gt;boom(18)&lt;/script&gt;',
  '&#60;script&#62;boom(19)&#60;/script&#62;',
  '<body data-auto=1 data-wait=1><a id=open href=javascript:boom(20)><a id=next href=javascript:boom(20)>',
  '{{constructor.constructor("boom(21)")()}}',
  // oxlint-disable-next-line no-template-curly-in-string -- the attack is this text
  '${boom(22)}',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=boom(23)>',
  '\ud800<script>boom(24)</script>',
  '\r\nContent-Type: text/html\r\n\r\n<script>boom(25)</script>',
];

/** Addresses that would run script if they were followed or shown. */
export const HOSTILE_URLS: readonly string[] = [
  'javascript:boom(1)',
  'JaVaScRiPt:boom(2)',
  ' javascript:boom(3)',
  'java\nscript:boom(4)',
  'java\tscript:boom(5)',
  '\u0001javascript:boom(6)',
  'data:text/html,<script>parent.boom(7)</script>',
  'vbscript:boom(8)',
  'blob:https://example.com/boom',
  'file:///etc/passwd',
  'javascript://example.com/%0aboom(11)',
  'view-source:javascript:boom(12)',
  'feed:javascript:boom(13)',
  'javascript&colon;boom(14)',
  'https://example.com/"><script>boom(15)</script>',
  "https://example.com/' onclick='boom(16)",
  'exapp://x"><script>boom(17)</script>',
  'exapp://x#Intent;S.browser_fallback_url=javascript:boom(18);end',
  'intent://x#Intent;scheme=javascript;S.browser_fallback_url=javascript:boom(19);end',
];
