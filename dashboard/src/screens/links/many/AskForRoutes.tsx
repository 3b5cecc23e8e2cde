import type { LinksChange } from '@fairlead/contract/operations/dashboard/linkBulk';
import { Button, Group, Menu, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useProject } from '../../../api/project.ts';
import { confirm } from '../../../parts/dialogs/confirm.tsx';
import { Form } from '../../../parts/form/Form.tsx';
import { Experiment } from '../rules/Experiment.tsx';
import { RuleList } from '../rules/RuleList.tsx';
import { faultsOf, type RouteValues, rulesOf, variantsOf } from '../rules/routeDrafts.ts';
import { sumOf } from '../rules/shares.ts';

export type AskedRoutes = 'rules' | 'variants';

interface RoutesProps {
  /** How many links: "5 links". */
  readonly howMany: string;
  readonly onChange: (change: LinksChange) => void;
}

/** Menu entries that set or remove rules and experiments of many links. */
export function RouteItems({
  howMany,
  onAsk,
  onChange,
}: RoutesProps & { readonly onAsk: (field: AskedRoutes) => void }) {
  const ask = (title: string, yes: string, change: LinksChange) =>
    confirm({
      title,
      text: 'From then on, their visitors get what the links themselves lead to.',
      yes,
      onYes: () => onChange(change),
    });
  return (
    <>
      <Menu.Item onClick={() => onAsk('rules')}>Set rules…</Menu.Item>
      <Menu.Item
        onClick={() => ask(`Remove the rules of ${howMany}?`, 'Remove rules', { rules: null })}
      >
        Remove the rules…
      </Menu.Item>
      <Menu.Item onClick={() => onAsk('variants')}>Set an experiment…</Menu.Item>
      <Menu.Item
        onClick={() =>
          ask(`End the experiments of ${howMany}?`, 'End experiments', { variants: null })
        }
      >
        End the experiments…
      </Menu.Item>
    </>
  );
}

interface AskProps extends RoutesProps {
  readonly field: AskedRoutes;
  readonly onClose: () => void;
}

/** Asks which rules or which experiment many links are to get. */
export function AskForRoutes({ field, howMany, onClose, onChange }: AskProps) {
  const { data: project } = useProject();
  const form = useForm<RouteValues>({
    initialValues: { rules: [], variants: [] },
    validate: (values) => ({ ...faultsOf(values), ...faultOfWhole(field, values) }),
  });
  const setting = { type: undefined, timeZone: project?.timeZone ?? 'UTC', notes: [] };
  const send = ({ rules, variants }: RouteValues) => {
    onClose();
    onChange(field === 'rules' ? { rules: rulesOf(rules) } : { variants: variantsOf(variants) });
  };
  const title = field === 'rules' ? `Rules for ${howMany}` : `An experiment for ${howMany}`;
  return (
    <Modal opened centered size="lg" onClose={onClose} title={title}>
      <Form form={form} error={null} onSend={send}>
        <Stack>
          <Text size="sm" c="dimmed">
            {`They take the place of ${field === 'rules' ? 'all rules' : 'the experiments'} that the links have. Links that cannot have them stay as they are, and are named.`}
          </Text>
          {field === 'rules' ? (
            <RuleList
              form={form}
              setting={setting}
              rest="Everybody else → where each link leads."
            />
          ) : (
            <Experiment form={form} setting={setting} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">{`Change ${howMany}`}</Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}

/** The server would say so for each link. */
function faultOfWhole(
  field: AskedRoutes,
  { rules, variants }: RouteValues,
): Partial<Record<AskedRoutes, string>> {
  if (field === 'rules') return rules.length === 0 ? { rules: 'Add a rule.' } : {};
  if (variants.length === 0) return { variants: 'Start an experiment.' };
  return sumOf(variants) === 100 ? {} : { variants: 'The shares must add up to 100%.' };
}
