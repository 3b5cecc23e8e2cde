import { DEVICE_WORDS, PLATFORM_WORDS, WEEKDAY_WORDS } from '@fairlead/contract/ruleWords';
import type { RuleCondition } from '@fairlead/contract/rules';
import { IN_APP_BROWSERS } from '@fairlead/contract/visitorWords';
import type { ComboboxData } from '@mantine/core';
import { FIELD_LABELS } from '../../../../api/fieldLabels.ts';
import type { ConditionProps } from './ConditionProps.ts';
import { CountryList, LanguageList, ListField } from './ListField.tsx';
import { QueryFields } from './QueryFields.tsx';
import { HostField, ShareField, VersionFields, WindowFields } from './spanFields.tsx';

/** What a rule can ask. */
export interface ConditionKind {
  readonly label: string;
  /** What it begins with when it is added; its keys are those of the condition. */
  readonly start: RuleCondition;
  readonly Fields: (props: ConditionProps) => React.JSX.Element;
}

/** “a phone” → “Phone”, but “an iPad” → “iPad”. */
function titleOf(words: string): string {
  const text = words.replace(/^an? /, '');
  return /^[a-z][a-z ]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
const named = (words: Readonly<Record<string, string>>): ComboboxData =>
  Object.entries(words).map(([value, label]) => ({ value, label: titleOf(label) }));
const WEEKDAYS = WEEKDAY_WORDS.map((label, index) => ({ value: String(index + 1), label }));
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${hour}:00 to ${hour + 1}:00`,
}));

/** In the order in which the menu offers them, and rules show them. */
export const CONDITIONS: readonly ConditionKind[] = [
  { label: FIELD_LABELS.country, start: { country: [] }, Fields: CountryList },
  { label: FIELD_LABELS.language, start: { language: [] }, Fields: LanguageList },
  {
    label: FIELD_LABELS.platform,
    start: { platform: [] },
    Fields: (props) => (
      <ListField
        {...props}
        field="platform"
        data={named(PLATFORM_WORDS)}
        description="An iPad that asks for desktop pages is a desktop system."
      />
    ),
  },
  {
    label: FIELD_LABELS.osVersion,
    start: { osVersion: {} },
    Fields: (props) => <VersionFields {...props} field="osVersion" placeholder="17.4" />,
  },
  {
    label: FIELD_LABELS.device,
    start: { device: [] },
    Fields: (props) => (
      <ListField
        {...props}
        field="device"
        data={named(DEVICE_WORDS)}
        description="Tablets include iPads."
      />
    ),
  },
  {
    label: FIELD_LABELS.app,
    start: { app: [] },
    Fields: (props) => (
      <ListField
        {...props}
        field="app"
        data={[...IN_APP_BROWSERS]}
        description="The app inside which the link was tapped."
      />
    ),
  },
  { label: FIELD_LABELS.referrer, start: { referrer: [] }, Fields: HostField },
  { label: FIELD_LABELS.query, start: { query: {} }, Fields: QueryFields },
  { label: 'Time span', start: { from: '', to: '' }, Fields: WindowFields },
  {
    label: FIELD_LABELS.weekdays,
    start: { weekdays: [] },
    Fields: (props) => (
      <ListField {...props} field="weekdays" data={WEEKDAYS} description={zoneOf(props)} />
    ),
  },
  {
    label: FIELD_LABELS.hours,
    start: { hours: [] },
    Fields: (props) => (
      <ListField {...props} field="hours" data={HOURS} description={zoneOf(props)} />
    ),
  },
  {
    label: FIELD_LABELS.appBuild,
    start: { appBuild: {} },
    Fields: (props) => (
      <VersionFields
        {...props}
        field="appBuild"
        placeholder="120"
        description="Only apps whose SDK says its build can fit; a browser never does."
      />
    ),
  },
  { label: FIELD_LABELS.share, start: { share: 50 }, Fields: ShareField },
];

function zoneOf({ timeZone }: ConditionProps): string {
  return `In the time zone of the project, ${timeZone}.`;
}
