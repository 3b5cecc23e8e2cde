const STORE_PAGE =
  /^(?:https?:\/\/play\.google\.com\/store\/apps\/details\/?|market:\/\/details\/?)(?=[?#]|$)/i;

/**
 * A Play store URL with the click in its install referrer, `referrer=click_id%3D{click}`; an existing referrer
 * is kept and the click appended to it (Rule: visitors). Other URLs are returned unchanged.
 */
export function withPlayReferrer(url: string, clickId: string): string {
  if (!STORE_PAGE.test(url)) return url;
  const hashAt = url.indexOf('#');
  const fragment = hashAt < 0 ? '' : url.slice(hashAt);
  const page = hashAt < 0 ? url : url.slice(0, hashAt);
  const click = `click_id%3D${encodeURIComponent(encodeURIComponent(clickId))}`;
  const queryAt = page.indexOf('?');
  if (queryAt < 0) return `${page}?referrer=${click}${fragment}`;
  const pairs = page
    .slice(queryAt + 1)
    .split('&')
    .filter((pair) => pair !== '');
  const index = pairs.findIndex((pair) => pair.startsWith('referrer='));
  const kept = withoutClick(pairs[index]?.slice('referrer='.length) ?? '');
  const referrer = `referrer=${kept === '' ? '' : `${kept}%26`}${click}`;
  if (index < 0) pairs.push(referrer);
  else pairs[index] = referrer;
  return `${page.slice(0, queryAt)}?${pairs.join('&')}${fragment}`;
}

/** An encoded referrer without a click of its own: the app reads the first one it finds. */
function withoutClick(encoded: string): string {
  return encoded
    .split(/%26/i)
    .filter((pair) => pair !== '' && !/^click_id(?:=|%3D|$)/i.test(pair))
    .join('%26');
}
