import type { Receipt } from '@fairlead/contract/attributionResources';
import { Text } from '@mantine/core';
import { LinkedText } from './ReceiptLinks.tsx';
import { absoluteTime, duration } from '../../parts/format.ts';

/** The way from the tap to the outcome, as far as it is known. */
export function ReceiptTimeline({ receipt }: { readonly receipt: Receipt }) {
  return (
    <ol className="plain-list" aria-label="Timeline">
      {receipt.timeline.map(({ step, at, text }, index, steps) => (
        <li key={step} className="row" style={{ paddingBlock: 8 }}>
          <Text size="sm" className="break">
            <LinkedText receipt={receipt} text={text} />
          </Text>
          <Text size="xs" c="dimmed" className="number">
            {absoluteTime(at)}
            {waited(steps[index - 1]?.at, at)}
          </Text>
        </li>
      ))}
    </ol>
  );
}

/** Clocks may differ, so that a step seems to come before the one that led to it. */
function waited(before: string | undefined, at: string): string {
  const seconds = (Date.parse(at) - Date.parse(before ?? at)) / 1000;
  return seconds >= 1 ? ` · ${duration(seconds)} later` : '';
}
