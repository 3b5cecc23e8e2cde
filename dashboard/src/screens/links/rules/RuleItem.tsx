import type { LinkType } from '@fairlead/contract/resources';
import type { RuleNote } from '@fairlead/contract/rules';
import { LIMITS } from '@fairlead/contract/limits';
import { ActionIcon, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { ArrowDown, ArrowUp, ChevronRight, GripVertical, X } from 'lucide-react';
import { useId } from 'react';
import { ConditionFields } from './conditions/ConditionFields.tsx';
import type { RouteForm } from './RouteForm.ts';
import { draftSentence } from './routeDrafts.ts';
import { RuleNotes } from './RuleNotes.tsx';
import { TargetFields } from './TargetFields.tsx';
import { type Direction, nameOfRule, type useRuleOrder } from './useRuleOrder.ts';

/** What the editor of rules knows of the link and its project. */
export interface RouteSetting {
  /** Undefined: links of both types. */
  readonly type: LinkType | undefined;
  readonly timeZone: string;
  /** What is worth knowing about the rules as they were saved. */
  readonly notes: readonly RuleNote[];
}

interface ItemProps {
  readonly form: RouteForm;
  readonly place: number;
  readonly setting: RouteSetting;
  readonly order: ReturnType<typeof useRuleOrder>;
  readonly open: boolean;
  readonly onToggle: (open: boolean) => void;
  readonly onRemove: () => void;
}

/** A rule as a sentence, which opens into its conditions and its target. */
export function RuleItem(props: ItemProps) {
  const { form, place, setting, order, open, onToggle } = props;
  const id = useId();
  const rule = form.values.rules[place];
  if (rule === undefined) return null;
  const path = `rules.${place}`;
  // Fields with errors are in sight.
  const isOpen = open || Object.keys(form.errors).some((field) => field.startsWith(`${path}.`));
  return (
    <li className="rule" data-item={rule.key} data-dragged={order.dragged === rule.key}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <span
          className="rule-grip"
          title="Drag to change the order"
          onPointerDown={(event) => order.drag(rule.key, event)}
        >
          <GripVertical size={18} aria-hidden />
        </span>
        <Group gap="xs" align="flex-start" style={{ flex: 1, minWidth: 0 }}>
          <UnstyledButton
            className="rule-sentence"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => onToggle(!isOpen)}
          >
            <ChevronRight size={18} aria-hidden className="rule-arrow" />
            <div style={{ minWidth: 0 }}>
              <Text size="xs" c="dimmed" className="break">
                {`${place + 1}. ${rule.name}`}
              </Text>
              <Text size="sm" className="break">
                {draftSentence(rule, setting.timeZone)}
              </Text>
            </div>
          </UnstyledButton>
          <ItemActions {...props} name={nameOfRule(rule, place)} />
        </Group>
      </Group>
      <RuleNotes notes={setting.notes.filter((note) => note.rule === rule.name)} />
      <div id={id}>{isOpen && <RuleFields form={form} place={place} setting={setting} />}</div>
    </li>
  );
}

function RuleFields({ form, place, setting }: Pick<ItemProps, 'form' | 'place' | 'setting'>) {
  const rule = form.values.rules[place];
  if (rule === undefined) return null;
  const path = `rules.${place}`;
  return (
    <Stack gap="md" className="rule-fields">
      <TextInput
        label="Name"
        description="Its visits are counted under it. Leave it empty to have one given."
        maxLength={LIMITS.ruleNameLength}
        maw={360}
        {...form.getInputProps(`${path}.name`)}
      />
      <ConditionFields form={form} place={place} timeZone={setting.timeZone} />
      <TargetFields
        form={form}
        path={`${path}.to`}
        to={rule.to}
        type={setting.type}
        kinds={['own', 'link', 'update']}
      />
    </Stack>
  );
}

const MOVES = [
  { direction: 'up', label: 'up', Icon: ArrowUp },
  { direction: 'down', label: 'down', Icon: ArrowDown },
] as const satisfies readonly { direction: Direction; label: string; Icon: unknown }[];

function ItemActions({
  form,
  place,
  order,
  name,
  onRemove,
}: ItemProps & { readonly name: string }) {
  const last = form.values.rules.length - 1;
  return (
    <Group gap={4} wrap="nowrap">
      {MOVES.map(({ direction, label, Icon }) => (
        <ActionIcon
          key={direction}
          variant="subtle"
          color="gray"
          data-move={direction}
          aria-label={`Move ${name} ${label}`}
          disabled={place === (direction === 'up' ? 0 : last)}
          onClick={() => order.move(place, direction)}
        >
          <Icon size={16} />
        </ActionIcon>
      ))}
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${name}`} onClick={onRemove}>
        <X size={16} />
      </ActionIcon>
    </Group>
  );
}
