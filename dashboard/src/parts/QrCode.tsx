import { QUIET_ZONE } from '@fairlead/contract/qrLook';
import { darkBoxes, encodeModules, pathOf } from '@fairlead/contract/qrModules';

/** A QR code. Always dark on white, whatever the colour scheme: scanners read no other. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const modules = encodeModules(text, 'medium');
  const side = modules.length + 2 * QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={pathOf(darkBoxes(modules, QUIET_ZONE))} fill="#000" />
    </svg>
  );
}
