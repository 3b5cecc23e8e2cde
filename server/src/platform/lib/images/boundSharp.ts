import sharp from 'sharp';

/**
 * The library for images, which loads PNG, JPEG and WebP from memory and nothing else: its other loaders parse languages (SVG, PDF) that
 * take as long, and as much memory, as whoever wrote the file wants. Loaded with the first image: nodes that serve links never need it.
 */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});

export { sharp };
