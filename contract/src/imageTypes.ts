/** Images that people may upload. No SVG: it may contain scripts and links. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** Of an image in a card of a social network, in pixels: larger ones are made smaller. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;
