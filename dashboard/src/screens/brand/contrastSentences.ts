import { BACKGROUNDS, colorsOf, contrastOf, TEXT_CONTRAST } from '@fairlead/contract/brandColors';
import { asText } from '../../parts/asText.ts';
import { decimal } from '../../parts/format.ts';

const SCHEMES = [
  ['light', asText('light')],
  ['dark', asText('dark')],
] as const;

/** What a colour does to what has to be read, and what pages do about it. */
export function contrastSentences(color: string): string[] {
  const { onButton } = colorsOf(color, 'light');
  const label = onButton === '#ffffff' ? asText('white') : asText('black');
  const onButtons = `Buttons get ${label} text, which has ${ratio(color, onButton)} on this colour.`;
  const links = SCHEMES.flatMap(([scheme, ground]) => {
    const { link } = colorsOf(color, scheme);
    if (link === color) return [];
    const has = ratio(color, BACKGROUNDS[scheme]);
    return [
      `On the ${ground} background it has ${has}, and text needs ${TEXT_CONTRAST}\u00a0:\u00a01: links become ${link} there.`,
    ];
  });
  return [onButtons, ...links];
}

/** Never rounded up: 4.49 is not enough. */
function ratio(one: string, other: string): string {
  return `${decimal(Math.floor(contrastOf(one, other) * 10) / 10)}\u00a0:\u00a01`;
}
