import { type QrLook, STANDARD_LOOK } from '@fairlead/contract/qrLook';
import { encodeModules } from '@fairlead/contract/qrModules';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import { createRenderingBudget, type UsedUp } from '../createRenderingBudget.ts';
import { drawPng, drawSvg } from './drawQr.ts';

export type QrFormat = 'svg' | 'png';

type Drawn = { readonly image: Buffer } | { readonly minSize: number };

/** QR images of links, drawn once and cached while in demand. */
export interface QrImages {
  /**
   * The image, or why there is none: the size is too small for the code, and `minSize` is enough; or it
   * would have to be drawn, and the budget of the client or the process is used up.
   */
  draw(
    request: { readonly text: string; readonly format: QrFormat; readonly look: QrLook },
    client: string,
  ): Drawn | UsedUp;
  /** One pixel per square and no margin, as a data URL, for a page to scale up. */
  dataUrl(text: string): string;
}

/** Incremented with every change to how images look, so that no cache keeps old ones. */
const DRAWING = 1;
const CACHE_BYTES = 8 * 1024 * 1024;

/** Names an image before it is drawn: the same text, format and look give the same bytes. */
export function etagOf(text: string, format: QrFormat, look: QrLook): string {
  return `"${hash('sha256', JSON.stringify([DRAWING, text, format, look]), 'base64url').slice(0, 27)}"`;
}

export function createQrImages(options: { readonly limitsClients: boolean }): QrImages {
  const budget = createRenderingBudget({ perClient: options.limitsClients });
  const images = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (image, key) => image.length + key.length,
  });
  const urls = new LRUCache<string, string>({ max: 2000 });

  return {
    draw({ text, format, look }, client) {
      const key = etagOf(text, format, look);
      const drawn = images.get(key);
      if (drawn !== undefined) return { image: drawn };
      return budget.run<Drawn>(client, () => {
        const modules = encodeModules(text, look.ecc);
        const minSize = modules.length + 2 * look.margin;
        if (look.size < minSize) return { minSize };
        const image =
          format === 'svg' ? Buffer.from(drawSvg(modules, look)) : drawPng(modules, look);
        images.set(key, image);
        return { image };
      });
    },
    dataUrl(text) {
      let url = urls.get(text);
      if (url === undefined) {
        const modules = encodeModules(text, 'medium');
        const image = drawPng(modules, { ...STANDARD_LOOK, size: modules.length, margin: 0 });
        url = `data:image/png;base64,${image.toString('base64')}`;
        urls.set(text, url);
      }
      return url;
    },
  };
}
