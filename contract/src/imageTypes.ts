/** Images that people may upload. No SVG: it may contain scripts and links. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
