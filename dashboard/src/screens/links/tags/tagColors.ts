import type { TagColor } from '@fairlead/contract/tagColors';

interface Shades {
  readonly ground: string;
  readonly text: string;
}

/** Ground and text of each colour, readable (4.5 : 1) on light pages and on dark ones. */
export const TAG_SHADES: Readonly<
  Record<TagColor, { readonly light: Shades; readonly dark: Shades }>
> = {
  gray: {
    light: { ground: '#e9ecef', text: '#343a40' },
    dark: { ground: '#3b4048', text: '#e1e4e8' },
  },
  red: {
    light: { ground: '#ffe3e3', text: '#9b1c1c' },
    dark: { ground: '#4a1f24', text: '#ffb3b3' },
  },
  orange: {
    light: { ground: '#ffe8d6', text: '#8a3a00' },
    dark: { ground: '#4a2c12', text: '#ffc48a' },
  },
  yellow: {
    light: { ground: '#fff1bf', text: '#6b4a00' },
    dark: { ground: '#443608', text: '#ffdf7a' },
  },
  green: {
    light: { ground: '#d8f5dd', text: '#1d5c2c' },
    dark: { ground: '#17402a', text: '#a5e8b4' },
  },
  teal: {
    light: { ground: '#d2f4ee', text: '#0b5750' },
    dark: { ground: '#0f403c', text: '#8fe3d6' },
  },
  blue: {
    light: { ground: '#dcebff', text: '#1a4a8f' },
    dark: { ground: '#1b365c', text: '#a9cdff' },
  },
  violet: {
    light: { ground: '#e8e1ff', text: '#4c2f9e' },
    dark: { ground: '#35285f', text: '#cdbdff' },
  },
  pink: {
    light: { ground: '#ffe0ee', text: '#8f1d55' },
    dark: { ground: '#4d1d36', text: '#ffb1d2' },
  },
};

export const TAG_COLOR_NAMES: Readonly<Record<TagColor, string>> = {
  gray: 'Grey',
  red: 'Red',
  orange: 'Orange',
  yellow: 'Yellow',
  green: 'Green',
  teal: 'Teal',
  blue: 'Blue',
  violet: 'Violet',
  pink: 'Pink',
};
