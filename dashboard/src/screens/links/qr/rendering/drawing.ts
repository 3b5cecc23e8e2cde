import { hexOf } from '@fairlead/contract/colors';
import { type QrLook, QUIET_ZONE } from '@fairlead/contract/qrLook';
import { type Box, darkBoxes, encodeModules, type Modules } from '@fairlead/contract/qrModules';

/** How a code is drawn, whatever the format and size. */
export interface CodeLook extends Omit<QrLook, 'size'> {
  /** The line of text in a frame; empty: there is no frame. */
  readonly label: string;
  /** Width of the logo by its height; undefined: there is none. */
  readonly logoRatio: number | undefined;
}

/** A picture of boxes with one line of text and one image at most, in squares of the code. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** What is behind everything, and around it where a picture is larger. */
  readonly ground: string;
  /** What is behind the squares. */
  readonly paper: string;
  /** In the order in which they are painted. */
  readonly layers: readonly { readonly color: string; readonly boxes: readonly Box[] }[];
  readonly label?: Label;
  readonly logo?: Box;
}

export interface Label extends Box {
  readonly text: string;
  readonly color: string;
  readonly fontSize: number;
  readonly textWidth: number;
}

/** The width of a text in a bold sans-serif font of size 1. */
export type MeasureText = (text: string) => number;

/**
 * The share of the squares that a logo may take, with those around it, whose bytes it spoils as well. The highest error correction
 * restores 30 % of a code: this leaves most of that to dirt and creases.
 */
const LOGO_SHARE = 0.09;
/** A wide or tall logo stays away from the patterns in the corners. */
const LOGO_SIDE_SHARE = 0.4;
/** Squares. */
const FRAME = 1;
const MIN_HOLE = 3;
/** Height of the band below the code, by the width of the picture, and of its text by the band. */
const BAND_SHARE = 0.18;
const TEXT_SHARE = 0.6;

export function drawCode(text: string, look: CodeLook, measure: MeasureText): Drawing {
  const framed = look.label !== '';
  const modules = encodeModules(text, eccOf(look));
  const margin = framed ? Math.max(look.margin, QUIET_ZONE) : look.margin;
  const border = framed ? FRAME : 0;
  const edge = margin + border;
  const inner = modules.length + 2 * margin;
  const width = inner + 2 * border;
  const band = framed ? Math.round(width * BAND_SHARE) : 0;
  const [color, background] = [hexOf(look.color), hexOf(look.background)];
  const room = look.logoRatio && roomFor(look.logoRatio, modules.length);
  const dark = darkBoxes(room ? withoutHole(modules, room.hole) : modules, edge);
  const page = { x: border, y: border, width: inner, height: inner };
  return {
    width,
    height: inner + border + (framed ? band : 0),
    ground: framed ? color : background,
    paper: background,
    layers: [
      { color: background, boxes: [page] },
      { color, boxes: dark },
    ],
    ...(framed && {
      label: labelOf(
        look.label,
        { x: 0, y: border + inner, width, height: band },
        background,
        measure,
      ),
    }),
    ...(room && { logo: { ...room.logo, x: edge + room.logo.x, y: edge + room.logo.y } }),
  };
}

/** A logo covers what only the highest error correction restores. */
function eccOf({ ecc, logoRatio }: CodeLook): QrLook['ecc'] {
  return logoRatio === undefined ? ecc : 'high';
}

/**
 * Whole squares in the middle of a code, and a logo of that ratio in them, as large as it may be. Codes have an odd number of
 * squares, so holes have one, too.
 */
function roomFor(ratio: number, side: number): { readonly hole: Box; readonly logo: Box } {
  let hole = { width: MIN_HOLE, height: MIN_HOLE };
  for (let width = MIN_HOLE; width <= side * LOGO_SIDE_SHARE; width += 2) {
    for (let height = MIN_HOLE; height <= side * LOGO_SIDE_SHARE; height += 2) {
      const spoilt = (width + 2) * (height + 2);
      if (spoilt > side * side * LOGO_SHARE) break;
      if (logoWidth({ width, height }, ratio) > logoWidth(hole, ratio)) hole = { width, height };
    }
  }
  const width = logoWidth(hole, ratio);
  return { hole: centred(hole, side), logo: centred({ width, height: width / ratio }, side) };
}

type Size = Pick<Box, 'width' | 'height'>;

/** With half a square of air around. */
function logoWidth({ width, height }: Size, ratio: number): number {
  return Math.min(width - 1, (height - 1) * ratio);
}

function centred({ width, height }: Size, side: number): Box {
  return { x: (side - width) / 2, y: (side - height) / 2, width, height };
}

function withoutHole(modules: Modules, { x, y, width, height }: Box): Modules {
  return modules.map((row, at) =>
    at < y || at >= y + height
      ? row
      : row.toSpliced(x, width, ...Array<boolean>(width).fill(false)),
  );
}

function labelOf(text: string, band: Box, color: string, measure: MeasureText): Label {
  const unit = measure(text);
  const fontSize = Math.min(band.height * TEXT_SHARE, (band.width * 0.9) / unit);
  return { ...band, text, color, fontSize, textWidth: fontSize * unit };
}
