import { Pill, type PillProps } from '@mantine/core';

interface RemovablePillProps {
  readonly text: string;
  /** What its button does, in words. */
  readonly removal: string;
  readonly onRemove: () => void;
  readonly style?: PillProps['style'];
}

/** One of several filters. The library hides the button from those who do not point at it; here it is for everybody. */
export function RemovablePill({ text, removal, onRemove, style }: RemovablePillProps) {
  return (
    <Pill
      size="md"
      style={style}
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{
        'aria-label': removal,
        'aria-hidden': false,
        tabIndex: 0,
        c: 'inherit',
      }}
    >
      {text}
    </Pill>
  );
}
