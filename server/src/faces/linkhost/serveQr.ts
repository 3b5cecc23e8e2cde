import { codeFileName, scannedUrl } from '@fairlead/contract/qrLook';
import type { Link } from '#links/link/Link.ts';
import { placementOf } from '#links/link/placements.ts';
import { networkOf } from '#platform/lib/addresses/networkOf.ts';
import { answerFile, answerRefusal, answerUsedUp } from './answer.ts';
import type { Exchange } from './LinkHostContext.ts';
import { etagOf, type QrFormat } from './qr/createQrImages.ts';
import { readQrLook } from './qr/readQrLook.ts';

const QR_PATH = /^(\/.+)\/qr\.(svg|png)$/;
const MEDIA_TYPE: Record<QrFormat, string> = { svg: 'image/svg+xml', png: 'image/png' };
const FRESH_FOR = 'public, max-age=86400';

/** The link's path and the format of `/{slug}/qr.svg` and `/{slug}/qr.png`; null for any other path. */
export function readQrPath(path: string): { linkPath: string; format: QrFormat } | null {
  const [, linkPath, format] = QR_PATH.exec(path) ?? [];
  if (linkPath === undefined || (format !== 'svg' && format !== 'png')) return null;
  return { linkPath, format };
}

/** The public QR image of a link; it encodes the short URL with `_qr`: 1, or the code of the placement that is asked for. Counts nothing. */
export function serveQr(
  exchange: Exchange,
  link: Pick<Link, 'placements'>,
  shortUrl: string,
  format: QrFormat,
  query: string,
): void {
  const parameters = new URLSearchParams(query);
  const code = parameters.get('placement');
  if (code !== null && placementOf(link, code) === null) {
    return answerRefusal(exchange, 400, 'placement must be the code of a placement of this link');
  }
  const look = readQrLook(query);
  if (!('size' in look)) return answerRefusal(exchange, 400, look.join('\n'));
  const text = scannedUrl(shortUrl, code);
  const headers = { etag: etagOf(text, format, look), 'cache-control': FRESH_FOR };
  if (isKnown(exchange.facts.header('if-none-match'), headers.etag)) {
    return answerFile(exchange, 304, '', headers);
  }
  const client = networkOf(exchange.facts.address);
  const drawn = exchange.context.qrImages.draw({ text, format, look }, client);
  if ('usedUp' in drawn) return answerUsedUp(exchange, drawn.usedUp, 'new QR images');
  if ('minSize' in drawn) {
    const message = `size must be at least ${drawn.minSize} for this link, margin and ecc`;
    return answerRefusal(exchange, 400, message);
  }
  return answerFile(exchange, 200, drawn.image, {
    'content-type': MEDIA_TYPE[format],
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    // A page on another origin, such as the dashboard, cannot request a download with the link alone.
    ...(parameters.get('download') === '1' && {
      'content-disposition': `attachment; filename="${codeFileName(shortUrl)}.${format}"`,
    }),
    ...headers,
  });
}

/** RFC 9110: a list, in which weak tags and `*` match too. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
