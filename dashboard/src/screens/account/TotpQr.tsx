import { encodeQR } from 'qr';

/** The QR code for an authenticator app. Always dark on white, whatever the colour scheme: apps read no other. */
export function TotpQr({ uri }: { readonly uri: string }) {
  const modules = encodeQR(uri, 'raw', { border: 4 });
  const dark = modules.flatMap((row, y) =>
    row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label="QR code of the key"
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
