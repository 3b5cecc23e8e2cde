import { LIMITS } from '@fairlead/contract/limits';
import { Button, Input, Stack, Text } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { showUndo } from '../../../parts/dialogs/showUndo.tsx';
import type { RouteForm } from './RouteForm.ts';
import { newRule } from './routeDrafts.ts';
import { RuleItem, type RouteSetting } from './RuleItem.tsx';
import { useFocusOnNew } from './useFocusOnNew.ts';
import { nameOfRule, useRuleOrder } from './useRuleOrder.ts';

interface ListProps {
  readonly form: RouteForm;
  readonly setting: RouteSetting;
  /** What visitors get whom no rule fits. */
  readonly rest: string;
}

/** The rules of a link in their order, each opened to be edited. */
export function RuleList({ form, setting, rest }: ListProps) {
  const { rules } = form.values;
  const order = useRuleOrder(form);
  // A rule that was just added is open.
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string, isOpen: boolean) => {
    const keys = new Set(open);
    if (isOpen) keys.add(key);
    else keys.delete(key);
    setOpen(keys);
  };
  const adder = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const focusOnNew = useFocusOnNew(list);
  const remove = (place: number) => {
    const rule = rules[place];
    if (rule === undefined) return;
    form.removeListItem('rules', place);
    adder.current?.focus();
    showUndo(`${nameOfRule(rule, place)} is removed.`, () => {
      form.insertListItem('rules', rule, place);
    });
  };
  const error = form.errors['rules'];
  return (
    <Stack gap="sm">
      {rules.length > 0 && (
        <ol ref={list} className="plain-list rules" aria-label="Rules">
          {rules.map((rule, place) => (
            <RuleItem
              key={rule.key}
              form={form}
              place={place}
              setting={setting}
              order={order}
              open={open.has(rule.key)}
              onToggle={(isOpen) => toggle(rule.key, isOpen)}
              onRemove={() => remove(place)}
            />
          ))}
        </ol>
      )}
      <Text size="sm" className="break">
        {rest}
      </Text>
      <div role="status" className="hidden">
        {order.said}
      </div>
      {error !== undefined && <Input.Error role="alert">{error}</Input.Error>}
      <Button
        ref={adder}
        variant="default"
        size="xs"
        leftSection={<Plus size={14} />}
        style={{ alignSelf: 'flex-start' }}
        disabled={rules.length >= LIMITS.rulesPerLink}
        onClick={() => {
          const rule = newRule();
          focusOnNew(rule.key);
          form.insertListItem('rules', rule);
          toggle(rule.key, true);
        }}
      >
        Add a rule
      </Button>
    </Stack>
  );
}
