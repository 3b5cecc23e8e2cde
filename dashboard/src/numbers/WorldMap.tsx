import { countryName } from '@fairlead/contract/ruleWords';
import type { Analytics } from '@fairlead/contract/operations/analytics';
import { useElementSize } from '@mantine/hooks';
import Map, { type ISOCode } from 'react-svg-worldmap';
import { count } from '../parts/format.ts';

interface WorldMapProps {
  readonly countries: Analytics['topValues']['countries'];
}

/** Countries, the more clicks the darker. The list of countries says the same in words, has those too small to be drawn, and chooses. */
export function WorldMap({ countries }: WorldMapProps) {
  const data = countries.flatMap(({ name, clicks }) =>
    name === null ? [] : [{ country: name as ISOCode, value: clicks }],
  );
  const most = Math.max(1, ...data.map(({ value }) => value));
  const { ref, width } = useElementSize();
  return (
    <div ref={ref} className="world-map">
      <Map
        data={data}
        size={Math.max(width, 1)}
        backgroundColor="transparent"
        borderColor="var(--mantine-color-default-border)"
        richInteraction={false}
        styleFunction={({ countryValue = 0 }) => ({
          fill:
            countryValue === 0
              ? 'var(--mantine-color-default-border)'
              : 'var(--mantine-primary-color-filled)',
          // By roots: beside the largest country, others would all look the same.
          fillOpacity: countryValue === 0 ? 1 : 0.3 + 0.7 * Math.sqrt(countryValue / most),
          stroke: 'var(--mantine-color-body)',
          strokeWidth: 0.5,
        })}
        tooltipTextFunction={({ countryCode, countryValue = 0 }) =>
          `${countryName(countryCode)}: ${count(countryValue)}`
        }
      />
    </div>
  );
}
