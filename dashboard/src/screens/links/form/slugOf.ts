/** More is hard to type from a poster. */
const MAX_LENGTH = 32;
const MIN_LENGTH = 3;

/**
 * A slug for a title: its first part, in plain letters and whole words, such as `summer-sale` for `Summer sale | Example Shop`. Undefined
 * if too little is left, as of a title in another script.
 */
export function slugOf(title: string): string | undefined {
  const [first = ''] = title.split(/\s[|–—·•-]\s|:\s/u);
  const plain = first.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss');
  const words = plain
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`;
    if (longer.length > MAX_LENGTH) break;
    slug = longer;
  }
  return slug.length < MIN_LENGTH ? undefined : slug;
}
