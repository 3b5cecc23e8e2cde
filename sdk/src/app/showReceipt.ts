import { formatReceipt } from './receipt.ts';
import type { App } from './types.ts';

interface Box {
  textContent: string | null;
  readonly style: { cssText: string };
  remove(): void;
}
interface Page {
  createElement(name: 'pre'): Box;
  readonly body: { append(box: Box): void };
}

/** Shows the receipt on the page, for debug builds; the returned function removes it again. */
export function showReceipt(
  app: Pick<App<never>, 'receipt'>,
  page = (globalThis as unknown as { document: Page }).document,
): () => void {
  const box = page.createElement('pre');
  box.style.cssText =
    'position:fixed;inset:auto 0 0 0;max-height:50%;overflow:auto;margin:0;padding:12px;z-index:2147483647;background:#111;color:#eee;font:12px/1.5 monospace;white-space:pre-wrap';
  const draw = () => (box.textContent = formatReceipt(app.receipt()));
  draw();
  page.body.append(box);
  const timer = setInterval(draw, 1000);
  return () => {
    clearInterval(timer);
    box.remove();
  };
}
