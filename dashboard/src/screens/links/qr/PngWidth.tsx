import { LIMITS } from '@fairlead/contract/limits';
import { Select } from '@mantine/core';
import { count } from '../../../parts/format.ts';

export const USUAL_PNG_WIDTH = 1024;
const WIDTHS = [512, USUAL_PNG_WIDTH, LIMITS.qrSize];

interface PngWidthProps {
  readonly value: number;
  readonly onChange: (pixels: number) => void;
}

export function PngWidth({ value, onChange }: PngWidthProps) {
  return (
    <Select
      label="Width of the PNG"
      data={WIDTHS.map((width) => ({ value: String(width), label: `${count(width)} pixels` }))}
      value={String(value)}
      allowDeselect={false}
      onChange={(width) => onChange(Number(width))}
    />
  );
}
