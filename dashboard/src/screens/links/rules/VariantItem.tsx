import { LIMITS } from '@fairlead/contract/limits';
import { ActionIcon, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { FIELD_LABELS } from '../../../api/fieldLabels.ts';
import type { RouteForm } from './RouteForm.ts';
import type { RouteSetting } from './RuleItem.tsx';
import { RuleNotes } from './RuleNotes.tsx';
import { TargetFields } from './TargetFields.tsx';
import { NUMBER_MARKS } from '../../../parts/numberMarks.ts';

interface ItemProps {
  readonly form: RouteForm;
  readonly place: number;
  readonly setting: RouteSetting;
  /** Undefined: an experiment has no fewer variants. */
  readonly onRemove: (() => void) | undefined;
}

/** A variant with its share, and where it leads. */
export function VariantItem({ form, place, setting, onRemove }: ItemProps) {
  const variant = form.values.variants[place];
  if (variant === undefined) return null;
  const { name, to } = variant;
  const path = `variants.${place}`;
  const title = `Variant ${name.trim() === '' ? place + 1 : name}`;
  return (
    <li className="rule" data-item={variant.key}>
      <Stack gap="xs" role="group" aria-label={title}>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            label="Name"
            maxLength={LIMITS.ruleNameLength}
            style={{ flex: 2, minWidth: 0 }}
            {...form.getInputProps(`${path}.name`)}
          />
          <NumberInput
            label={FIELD_LABELS.share}
            suffix="%"
            // The arrows would cover the number on a phone.
            hideControls
            min={1}
            max={100}
            decimalScale={2}
            decimalSeparator={NUMBER_MARKS.decimalSeparator}
            style={{ flex: 1, minWidth: 0 }}
            {...form.getInputProps(`${path}.share`)}
          />
          {onRemove && (
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={28}
              aria-label={`Remove ${title}`}
              onClick={onRemove}
            >
              <X size={16} />
            </ActionIcon>
          )}
        </Group>
        <TargetFields
          form={form}
          path={`${path}.to`}
          to={to}
          type={setting.type}
          kinds={['same', 'own', 'link', 'update']}
        />
        <RuleNotes notes={setting.notes.filter((note) => note.rule === name)} />
      </Stack>
    </li>
  );
}
