import { LIMITS } from '@fairlead/contract/limits';
import {
  ERROR_CORRECTIONS,
  type ErrorCorrection,
  QUIET_ZONE,
  readErrorCorrection,
} from '@fairlead/contract/qrLook';
import { Group, NumberInput, Select, TextInput } from '@mantine/core';
import { ColourField } from './ColourField.tsx';
import { LogoField } from './LogoField.tsx';
import { hasMargin, type LookDraft, MAX_LABEL_LENGTH } from './studioLook.ts';

const ECC_NAMES: Readonly<Record<ErrorCorrection, string>> = {
  low: 'Low: 7%',
  medium: 'Medium: 15%',
  quartile: 'High: 25%',
  high: 'Highest: 30%',
};

interface LookFieldsProps {
  readonly draft: LookDraft;
  readonly onChange: (draft: LookDraft) => void;
}

/** What can be chosen about the look of QR codes. */
export function LookFields({ draft, onChange }: LookFieldsProps) {
  const set = (changed: Partial<LookDraft>) => onChange({ ...draft, ...changed });
  const { color, background, label, logo, margin, ecc } = draft;
  return (
    <>
      <Group grow align="flex-start" gap="sm">
        <ColourField label="Squares" value={color} onChange={(value) => set({ color: value })} />
        <ColourField
          label="Background"
          value={background}
          onChange={(value) => set({ background: value })}
        />
      </Group>
      <LogoField logo={logo} onChange={(chosen) => set({ logo: chosen })} />
      <TextInput
        label="Text in a frame"
        description="Such as “Scan me”. Empty: no frame."
        maxLength={MAX_LABEL_LENGTH}
        value={label}
        onChange={({ currentTarget }) => set({ label: currentTarget.value })}
      />
      <Group grow align="flex-start" gap="sm">
        <NumberInput
          label="Margin"
          description={`In squares. Scanners need ${QUIET_ZONE}; a frame has no fewer.`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          min={0}
          max={LIMITS.qrMargin}
          allowDecimal={false}
          clampBehavior="strict"
          value={margin}
          error={hasMargin(draft) ? undefined : 'Type a number.'}
          onChange={(value) => set({ margin: value })}
        />
        <Select
          label="Error correction"
          description={
            logo
              ? 'The highest, because the logo covers a part.'
              : 'How much may be dirty or torn. More needs more squares.'
          }
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          data={ERROR_CORRECTIONS.map((level) => ({ value: level, label: ECC_NAMES[level] }))}
          value={logo ? 'high' : ecc}
          disabled={logo !== undefined}
          allowDeselect={false}
          onChange={(level) => set({ ecc: readErrorCorrection(level) ?? ecc })}
        />
      </Group>
    </>
  );
}
