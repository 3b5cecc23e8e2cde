import { hexOf, readColour } from '@fairlead/contract/colors';
import {
  contrastOf,
  type ErrorCorrection,
  isMargin,
  MIN_CONTRAST,
  type QrLook,
  STANDARD_LOOK,
} from '@fairlead/contract/qrLook';

/** An image made smaller by the browser, which it never leaves. Sizes in pixels. */
export interface Logo {
  /** The image itself, as a data URL. */
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** How QR codes are to look. */
export interface StudioLook extends Omit<QrLook, 'size'> {
  /** The line of text in a frame; empty: no frame. */
  readonly label: string;
  readonly logo: Logo | undefined;
}

/** The same as it is typed. */
export interface LookDraft {
  readonly color: string;
  readonly background: string;
  readonly margin: number | string;
  readonly ecc: ErrorCorrection;
  readonly label: string;
  readonly logo: Logo | undefined;
}

/** Longer ones would be too small to read from afar. */
export const MAX_LABEL_LENGTH = 30;

export const STANDARD_DRAFT: LookDraft = {
  ...STANDARD_LOOK,
  color: hexOf(STANDARD_LOOK.color),
  background: hexOf(STANDARD_LOOK.background),
  label: '',
  logo: undefined,
};

/** Undefined while something is typed that is no look. */
export function readLook(draft: LookDraft): StudioLook | undefined {
  const [color, background] = [readColour(draft.color), readColour(draft.background)];
  if (!color || !background || !hasMargin(draft)) return undefined;
  const { ecc, logo } = draft;
  return { color, background, ecc, logo, margin: draft.margin, label: draft.label.trim() };
}

export function hasMargin(draft: LookDraft): draft is LookDraft & { readonly margin: number } {
  return typeof draft.margin === 'number' && isMargin(draft.margin);
}

export interface Verdict {
  readonly state: 'read' | 'risky' | 'refused';
  readonly sentence: string;
}

/**
 * Many scanners look at eight pixels at a time, and take a plain block for light unless it is less than half as bright as what is
 * around it. On white that is a contrast of 4; the text that people read needs as much as this.
 */
const SAFE_CONTRAST = 4.5;

/** Whether scanners read these colours. */
export function judgeColours(look: Pick<QrLook, 'color' | 'background'>): Verdict {
  const contrast = contrastOf(look);
  const is = `the contrast is ${ratioText(contrast)}`;
  if (contrast < 1) {
    const sentence =
      'Scanners would fail: the squares are lighter than the background, and most scanners read dark squares only. Swap the two colours.';
    return { state: 'refused', sentence };
  }
  if (contrast < MIN_CONTRAST) {
    const sentence = `Scanners would fail: ${is}, and they need ${ratioText(MIN_CONTRAST)}. Make the squares darker or the background lighter.`;
    return { state: 'refused', sentence };
  }
  if (contrast < SAFE_CONTRAST) {
    const sentence = `Some scanners would fail: ${is}. ${ratioText(SAFE_CONTRAST)} is safe.`;
    return { state: 'risky', sentence };
  }
  return { state: 'read', sentence: `Scanners can read these colours: ${is}.` };
}

/** Rounded down: what is not enough must not look as if it were. */
function ratioText(contrast: number): string {
  return `${Math.floor(contrast * 10) / 10}:1`;
}
