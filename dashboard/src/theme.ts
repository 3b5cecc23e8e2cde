import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const harbour: MantineColorsTuple = [
  '#eaf7f6',
  '#d5ecea',
  '#a9d9d6',
  '#7ac5c1',
  '#54b2af',
  '#359c9a',
  '#1c8285',
  '#0f6c74',
  '#0d5a63',
  '#0a4850',
];

const ink: MantineColorsTuple = [
  '#dbe3e5',
  '#b4c1c5',
  '#8fa0a5',
  '#6d8086',
  '#3c4d53',
  '#2b3a3f',
  '#1f2c31',
  '#172226',
  '#10181b',
  '#0b1113',
];

export const theme = createTheme({
  primaryColor: 'harbour',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  luminanceThreshold: 0.32,
  colors: { harbour, dark: ink },
  defaultRadius: 'md',
  fontFamily:
    'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The close button of dialogs and notifications has no label of its own.
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    // A required field says so if it is left empty.
    InputWrapper: { defaultProps: { withAsterisk: false } },
  },
});

/** Text of badges and alerts in the dark scheme. */
const DARK = {
  teal: '#7fe3c0',
  yellow: '#ffd866',
  red: '#ffb4ab',
  grape: '#e5b8f2',
  gray: '#c3ced2',
};

/** Colours other than shades: page, lines and dimmed text, readable in both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#566469',
    '--mantine-color-placeholder': '#6a777c',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#0d5a63',
    '--page': '#f4f7f7',
    '--line': '#dfe6e7',
    '--accent': '#8a530b',
    ...readable({
      teal: '#05603f',
      yellow: '#6b4500',
      red: '#9b1c1c',
      grape: '#7a2491',
      gray: '#3f4a50',
    }),
    '--mantine-color-red-outline': '#b3261e',
    '--mantine-color-red-filled': '#b3261e',
    '--mantine-color-red-filled-hover': '#9b1c1c',
    '--mantine-color-teal-outline': '#05603f',
  },
  dark: {
    '--mantine-color-body': '#172226',
    '--mantine-color-dimmed': '#9dafb4',
    '--mantine-color-placeholder': '#8fa0a5',
    '--mantine-color-error': '#ffb4ab',
    '--mantine-color-anchor': '#7ac5c1',
    '--page': '#10181b',
    '--line': '#2b3a3f',
    '--accent': '#e8b25c',
    ...readable(DARK),
    ...tinted({ ...DARK, harbour: '#7ac5c1' }),
    '--mantine-color-red-outline': '#ffb4ab',
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#b3261e',
  },
});

/** Text on the pale background of badges and alerts, dark or light enough to be readable. */
function readable(colours: Record<string, string>): Record<`--${string}`, string> {
  return Object.fromEntries(
    Object.entries(colours).map(([name, value]) => [`--mantine-color-${name}-light-color`, value]),
  );
}

/**
 * The background of badges, alerts and selected entries in the dark scheme: a tint of their colour, not a
 * solid block.
 */
function tinted(colours: Record<string, string>): Record<`--${string}`, string> {
  return Object.fromEntries(
    Object.entries(colours).flatMap(([name, value]) => [
      [`--mantine-color-${name}-light`, `${value}1f`],
      [`--mantine-color-${name}-light-hover`, `${value}2b`],
    ]),
  );
}
