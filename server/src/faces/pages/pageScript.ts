/** Milliseconds that a page waits for the app before it continues (Rule: visitors 6). */
export const FALLBACK_DELAY_MS = 2500;

/**
 * The one script of the pages that open an app. It reads what to do from `data-` attributes of the body,
 * so that it is the same text for everyone, and links from the page itself:
 * - `data-signals`: where to report screen, time zone, language and touch points; nothing waits for it;
 * - `#copy`, which is hidden without scripts: copies its `data-url` when tapped; it disappears where that fails;
 * - `data-auto`: try the link `#open` once the page is loaded, for a document that leaves while it loads
 *   never ends loading; `data-wait`: milliseconds until `#next`, unless the page was hidden meanwhile, for
 *   then the app has opened.
 */
export const PAGE_SCRIPT = `(function(){
var b=document.body,d=b.dataset,o=document.getElementById('open'),n=document.getElementById('next'),c=document.getElementById('copy'),t;
try{if(d.signals&&navigator.sendBeacon)navigator.sendBeacon(d.signals,JSON.stringify({screen:screen.width+'x'+screen.height,timeZone:Intl.DateTimeFormat().resolvedOptions().timeZone,language:navigator.language,touchPoints:navigator.maxTouchPoints||0}))}catch(e){}
if(c&&navigator.clipboard){c.hidden=false;c.addEventListener('click',function(){stop();navigator.clipboard.writeText(c.dataset.url).then(function(){c.textContent=c.dataset.done},function(){c.hidden=true})})}
if(!d.auto||!o)return;
function stop(){clearTimeout(t);b.classList.add('still')}
document.addEventListener('visibilitychange',function(){if(document.hidden)stop()});
addEventListener('pagehide',stop);
o.addEventListener('click',stop);
function go(){
if(d.wait&&n)t=setTimeout(function(){if(!document.hidden)location.replace(n.href)},+d.wait);
location.href=o.href}
addEventListener('load',function(){setTimeout(go,0)});
})();`;
