import {
  getDomainFirebase,
  listDomains,
  setDomainFirebase,
} from '@fairlead/contract/operations/dashboard/domains';
import { Stack, Switch, Text, Textarea, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { BodyFor } from '../../api/call.ts';
import { useProjectId, useRights } from '../../api/project.ts';
import { ask, useWrite } from '../../api/queries.ts';
import { Form } from '../../parts/form/Form.tsx';
import { Submit } from '../../parts/form/Submit.tsx';
import { Loaded, Waiting } from '../../parts/states.tsx';
import { LongLinks } from './LongLinks.tsx';

/** Whether the domain answers Firebase long links, where they may lead, and how often they were opened. */
export function FirebaseLinks({ domainId }: { readonly domainId: string }) {
  const params = { projectId: useProjectId(), domainId };
  const firebase = useQuery(ask(getDomainFirebase, { params }));
  return (
    <Stack gap="sm" mt="lg">
      <Title order={3}>Firebase Dynamic Links</Title>
      <Loaded query={firebase} waiting={<Waiting rows={1} height={72} />}>
        {(setting) => (
          <>
            <FirebaseForm params={params} setting={setting} />
            {(setting.enabled || setting.longLinks.length > 0) && (
              <LongLinks longLinks={setting.longLinks} />
            )}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

interface FormProps {
  readonly params: { readonly projectId: string; readonly domainId: string };
  readonly setting: BodyFor<typeof getDomainFirebase>;
}

function FirebaseForm({ params, setting }: FormProps) {
  const { admin } = useRights();
  const form = useForm({
    initialValues: {
      enabled: setting.enabled,
      allowedHosts: setting.allowedHosts.join('\n'),
    },
  });
  const save = useWrite(setDomainFirebase, {
    quiet: true,
    changes: [listDomains, getDomainFirebase],
    done: ({ firebase }) =>
      firebase === null ? 'Long links are no longer answered.' : 'Long links are answered.',
  });
  const { enabled, allowedHosts } = form.values;
  return (
    <Form
      form={form}
      error={save.error}
      onSend={() =>
        save.mutate({
          params,
          body: { enabled, ...(enabled && { allowedHosts: hostsIn(allowedHosts) }) },
        })
      }
    >
      <Stack gap="sm" maw={520}>
        <Switch
          label="Answer long links"
          description="Addresses such as /?link=…&apn=…&ibi=… keep working on this domain. Nothing is stored for them but how often they are opened."
          disabled={!admin}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        {enabled && (
          <Textarea
            label="Allowed hosts"
            description="Where long links may lead, one host per line; *.example.com stands for every subdomain. Leave it empty to allow the hosts that links of the project lead to."
            placeholder="shop.example.com"
            autosize
            minRows={2}
            disabled={!admin}
            {...form.getInputProps('allowedHosts')}
          />
        )}
        {setting.enabled && setting.allowedHosts.length === 0 && (
          <Text size="sm" c="dimmed" className="break">
            {setting.effectiveHosts.length === 0
              ? 'No link of the project leads anywhere yet, so long links lead nowhere.'
              : `Allowed now: ${setting.effectiveHosts.join(', ')}`}
          </Text>
        )}
        {admin && (
          <Submit write={save} size="sm" variant="default">
            Save long links
          </Submit>
        )}
      </Stack>
    </Form>
  );
}

/** One host per line; for a pasted URL, its host. */
function hostsIn(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((word) => word.replace(/^https?:\/\//i, '').replace(/\/.*$/, ''))
    .filter((host) => host !== '');
}
