import { LIMITS } from '@fairlead/contract/limits';
import { Button, Group, Input, Progress, Stack, Text } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { showUndo } from '../../../parts/dialogs/showUndo.tsx';
import type { RouteForm } from './RouteForm.ts';
import { newVariant } from './routeDrafts.ts';
import type { RouteSetting } from './RuleItem.tsx';
import { evenShares, sumOf } from './shares.ts';
import { useFocusOnNew } from './useFocusOnNew.ts';
import { VariantItem } from './VariantItem.tsx';

const FEWEST = 2;

/** The variants of a link's experiment, with how far their shares are from the whole. */
export function Experiment({
  form,
  setting,
}: {
  readonly form: RouteForm;
  readonly setting: RouteSetting;
}) {
  const { variants } = form.values;
  const starter = useRef<HTMLButtonElement>(null);
  const put = (next: typeof variants) => {
    form.setFieldValue('variants', next);
    form.clearErrors();
  };
  const takeOut = (next: typeof variants, said: string) => {
    put(next);
    starter.current?.focus();
    showUndo(said, () => put(variants));
  };
  const whole = useRef<HTMLDivElement>(null);
  const focusOnNew = useFocusOnNew(whole);
  const add = () => {
    const variant = newVariant(nextName(variants), 'own');
    focusOnNew(variant.key);
    put([...variants, variant]);
  };
  const start = () => {
    const first = newVariant('A', 'same');
    focusOnNew(first.key);
    put(split([first, newVariant('B', 'own')]));
  };
  if (variants.length === 0) {
    return (
      <Stack gap="sm" align="flex-start">
        <Limits />
        <Button
          ref={starter}
          variant="default"
          size="xs"
          leftSection={<Plus size={14} />}
          onClick={start}
        >
          Start an experiment
        </Button>
        {form.errors['variants'] !== undefined && (
          <Input.Error role="alert">{form.errors['variants']}</Input.Error>
        )}
      </Stack>
    );
  }
  return (
    <Stack gap="md" ref={whole}>
      <Limits />
      <ul className="plain-list rules" aria-label="Variants">
        {variants.map(({ key, name }, place) => (
          <VariantItem
            key={key}
            form={form}
            place={place}
            setting={setting}
            onRemove={
              variants.length > FEWEST
                ? () => takeOut(variants.toSpliced(place, 1), `The variant “${name}” is removed.`)
                : undefined
            }
          />
        ))}
      </ul>
      <Shares form={form} onSplit={() => put(split(variants))} />
      <Group gap="xs">
        <Button
          ref={starter}
          variant="default"
          size="xs"
          leftSection={<Plus size={14} />}
          disabled={variants.length >= LIMITS.variantsPerLink}
          onClick={add}
        >
          Add a variant
        </Button>
        <Button
          variant="default"
          size="xs"
          onClick={() => takeOut([], 'The experiment is removed from the form.')}
        >
          End the experiment
        </Button>
      </Group>
    </Stack>
  );
}

function Limits() {
  return (
    <Text size="sm" c="dimmed">
      For visitors whom no rule leads. There is no cookie: a visitor keeps the variant until
      midnight UTC, on one network and in one browser. Another day, from Wi-Fi to mobile data, or
      from an app’s own browser to Safari, it may be another one.
    </Text>
  );
}

type Variants = RouteForm['values']['variants'];

function split(variants: Variants): Variants {
  const shares = evenShares(variants.length);
  return variants.map((variant, place) => ({ ...variant, share: shares[place] ?? 0 }));
}

/** The first letter that no variant has. */
function nextName(variants: Variants): string {
  const taken = new Set(variants.map(({ name }) => name.trim().toUpperCase()));
  return ['A', 'B', 'C', 'D', 'E'].find((letter) => !taken.has(letter)) ?? '';
}

const COLOURS = ['harbour.7', 'yellow.6', 'grape.6', 'gray.6', 'red.6'];

function Shares({ form, onSplit }: { readonly form: RouteForm; readonly onSplit: () => void }) {
  const { variants } = form.values;
  const sum = sumOf(variants);
  const error = form.errors['variants'];
  return (
    <div>
      <Progress.Root size="lg" aria-hidden>
        {variants.map(({ key, share }, place) => (
          <Progress.Section
            key={key}
            value={Math.min(100, Number(share))}
            color={COLOURS[place] ?? 'gray'}
          />
        ))}
      </Progress.Root>
      <Group gap="xs" justify="space-between" mt="xs">
        <Text size="sm" role="status" className="number">
          {sum === 100
            ? 'The shares add up to 100%.'
            : `The shares add up to ${sum}%; they must add up to 100%.`}
        </Text>
        <Button variant="subtle" size="compact-sm" onClick={onSplit}>
          Split evenly
        </Button>
      </Group>
      {error !== undefined && sum !== 100 && <Input.Error role="alert">{error}</Input.Error>}
    </div>
  );
}
