import type { RuleCondition } from '@fairlead/contract/rules';
import { ActionIcon, Button, Group, Input, Menu, Stack, Text } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import type { RouteForm } from '../RouteForm.ts';
import { useFocusOnNew } from '../useFocusOnNew.ts';
import { CONDITIONS, type ConditionKind } from './conditionKinds.tsx';

interface FieldsProps {
  readonly form: RouteForm;
  /** Of the rule. */
  readonly place: number;
  readonly timeZone: string;
}

/** The conditions of a rule, which all must hold, and a menu to add one. */
export function ConditionFields({ form, place, timeZone }: FieldsProps) {
  const path = `rules.${place}.when`;
  const when = form.values.rules[place]?.when ?? {};
  const chosen = CONDITIONS.filter(({ start }) => keysOf(start).some((key) => key in when));
  const others = CONDITIONS.filter((kind) => !chosen.includes(kind));
  const group = useRef<HTMLDivElement>(null);
  const focusOnNew = useFocusOnNew(group);
  const error = form.errors[path];
  return (
    <div ref={group} role="group" aria-label="Conditions">
      <Stack gap="sm">
        {chosen.length === 0 && (
          <Text size="sm" c="dimmed">
            Without a condition, the rule is for every visitor.
          </Text>
        )}
        {chosen.map(({ label, start, Fields }) => (
          <Group key={label} gap="xs" wrap="nowrap" align="flex-start" data-item={label}>
            <div style={{ flex: 1, minWidth: 0 }}>
              <Fields form={form} path={path} when={when} label={label} timeZone={timeZone} />
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove the condition ${label}`}
              onClick={() => {
                form.setFieldValue(path, without(when, start));
                for (const key of keysOf(start)) form.clearFieldError(`${path}.${key}`);
                group.current?.querySelector<HTMLElement>('[data-adder]')?.focus();
              }}
            >
              <X size={16} />
            </ActionIcon>
          </Group>
        ))}
        {error !== undefined && <Input.Error role="alert">{error}</Input.Error>}
        {others.length > 0 && (
          <ConditionMenu
            kinds={others}
            onAdd={(kind) => {
              focusOnNew(kind.label);
              form.setFieldValue(path, { ...when, ...kind.start });
            }}
          />
        )}
      </Stack>
    </div>
  );
}

function ConditionMenu({
  kinds,
  onAdd,
}: {
  readonly kinds: readonly ConditionKind[];
  readonly onAdd: (kind: ConditionKind) => void;
}) {
  return (
    <Menu position="bottom-start" returnFocus>
      <Menu.Target>
        <Button
          data-adder
          variant="default"
          size="xs"
          leftSection={<Plus size={14} />}
          style={{ alignSelf: 'flex-start' }}
        >
          Add a condition
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="scroll-menu">
        {kinds.map((kind) => (
          <Menu.Item key={kind.label} onClick={() => onAdd(kind)}>
            {kind.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function keysOf(start: RuleCondition): (keyof RuleCondition)[] {
  return Object.keys(start) as (keyof RuleCondition)[];
}

function without(when: RuleCondition, start: RuleCondition): RuleCondition {
  return Object.fromEntries(Object.entries(when).filter(([key]) => !(key in start)));
}
