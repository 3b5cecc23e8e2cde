import { Select, type SelectProps } from '@mantine/core';
import { FIELD_LABELS } from '../../api/fieldLabels.ts';

/** UTC is not among those that browsers list. */
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** The time zone of the project; one that this browser does not know stays choosable. */
export function TimeZoneField(input: SelectProps) {
  const { value } = input;
  const isListed = typeof value !== 'string' || ZONES.includes(value);
  return (
    <Select
      label={FIELD_LABELS.timeZone}
      description="In which rules of links read times, days of the week and hours."
      searchable
      allowDeselect={false}
      limit={100}
      nothingFoundMessage="No such time zone. Try a city, such as Vienna."
      data={isListed ? ZONES : [value, ...ZONES]}
      {...input}
    />
  );
}
