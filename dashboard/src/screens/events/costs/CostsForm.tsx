import { getEventNumbers } from '@fairlead/contract/operations/eventNumbers';
import { type Cost, importCosts } from '@fairlead/contract/operations/costs';
import { callsOf, readCosts } from '@fairlead/imports/readCosts';
import { Alert, FileInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import { useProjectId } from '../../../api/project.ts';
import { useWrite } from '../../../api/queries.ts';
import { Form } from '../../../parts/form/Form.tsx';
import { Submit } from '../../../parts/form/Submit.tsx';
import { counted, dayName } from '../../../parts/format.ts';
import { moneyText } from '../money.ts';

interface Values {
  readonly bytes: Uint8Array | null;
  readonly currency: string;
}

const MOST_PROBLEMS = 5;

/** A file of costs: what is in it is shown before it is stored. */
export function CostsForm({ onClose }: { readonly onClose: () => void }) {
  const params = { projectId: useProjectId() };
  const form = useForm<Values>({
    initialValues: { bytes: null, currency: '' },
    validate: {
      bytes: (): string | null => {
        if (found === undefined) return 'Choose a file.';
        return found.problems.length > 0 ? 'Mend the file, and choose it again.' : null;
      },
    },
  });
  const { bytes, currency } = form.values;
  const found = useMemo(
    () => (bytes === null ? undefined : readCosts(bytes, currency.trim() || undefined)),
    [bytes, currency],
  );
  const store = useWrite(importCosts, { quiet: true, changes: [getEventNumbers] });
  const choose = async (file: File | null) =>
    form.setFieldValue('bytes', file && new Uint8Array(await file.arrayBuffer()));
  const send = async () => {
    for (const costs of callsOf(found?.costs ?? [])) {
      await store.mutateAsync({ params, body: { costs } });
    }
    notifications.show({ message: 'Costs stored.' });
    onClose();
  };
  return (
    <Form
      form={form}
      error={store.error}
      onSend={() => {
        // What is refused, the form shows.
        send().catch(() => undefined);
      }}
    >
      <Stack>
        <FileInput
          label="CSV file"
          description="With columns for the day, the campaign (utm_campaign) or id of the link, the currency and the amount. Costs that are stored already are replaced, so the same file can be sent again."
          accept=".csv,.tsv,.txt,text/csv"
          placeholder="Choose a file"
          clearable
          clearButtonProps={{ 'aria-label': 'Clear file' }}
          error={form.errors['bytes']}
          onChange={(file) => void choose(file)}
        />
        <TextInput
          label="Currency"
          description="Where the file has no column for it."
          placeholder="EUR"
          maxLength={3}
          w={160}
          {...form.getInputProps('currency')}
        />
        {found !== undefined && <Found {...found} />}
        <Submit write={store} onCancel={onClose}>
          Store costs
        </Submit>
      </Stack>
    </Form>
  );
}

function Found({ costs, problems }: ReturnType<typeof readCosts>) {
  if (problems.length > 0) {
    return (
      <Alert color="red" role="alert" title="The file cannot be read as it is" className="break">
        {problems.slice(0, MOST_PROBLEMS).map((problem) => (
          <Text key={problem} size="sm">
            {problem}
          </Text>
        ))}
      </Alert>
    );
  }
  const days = costs.map(({ day }) => day).toSorted();
  return (
    <Text size="sm" role="status">
      {counted(costs.length, 'cost', 'costs')} from {dayName(days[0]!)} to {dayName(days.at(-1)!)}:{' '}
      {moneyText(sumsOf(costs))}
    </Text>
  );
}

function sumsOf(costs: readonly Cost[]) {
  const byCurrency = Map.groupBy(costs, ({ currency }) => currency);
  return [...byCurrency].map(([currency, own]) => ({
    currency,
    amount: own.reduce((sum, { amount }) => sum + amount, 0),
  }));
}
