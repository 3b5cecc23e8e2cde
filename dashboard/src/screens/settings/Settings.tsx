import {
  deleteProject,
  listProjects,
  type ProjectSettings,
} from '@fairlead/contract/operations/dashboard/projects';
import { Button, Modal, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useProject, useRights } from '../../api/project.ts';
import { useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { Form } from '../../parts/form/Form.tsx';
import { Submit } from '../../parts/form/Submit.tsx';
import { useSaveSettings } from '../../parts/form/useSaveSettings.ts';
import { ProjectHistory } from '../../parts/history/ProjectHistory.tsx';
import { Page } from '../../parts/Page.tsx';
import { Loaded, Waiting } from '../../parts/states.tsx';
import { ViewerNote } from '../../parts/ViewerNote.tsx';
import { withScheme } from '../../parts/form/webAddress.ts';
import { AppEventsCard } from './AppEventsCard.tsx';
import { AppLinksCard } from './AppLinksCard.tsx';
import { CampaignCard, NO_VALUES } from './CampaignCard.tsx';
import { IdentityCard } from './IdentityCard.tsx';
import { MatchingCard } from './MatchingCard.tsx';
import { ReengagementField } from './ReengagementField.tsx';
import { SourcesCard } from './sources/SourcesCard.tsx';
import { TimeZoneField } from './TimeZoneField.tsx';
import { confirmShorter, findFault, RetentionField, usePlanDays } from './RetentionField.tsx';

export function Settings() {
  const project = useProject();
  const { owner, admin } = useRights();
  return (
    <Page
      narrow
      title="Settings"
      about="What applies to the whole project."
      actions={<ProjectHistory />}
    >
      <Loaded query={project} waiting={<Waiting rows={2} height={280} />}>
        {(settings) => (
          <>
            <ViewerNote />
            <SettingsForm settings={settings} />
            {admin && <IdentityCard identify={settings.identify} />}
            {admin && <SourcesCard />}
            {owner && <DeleteProject settings={settings} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** A word for each answer, which booleans are read as for the sake of older clients. */
function matchingOf({
  probabilisticMatching: matching,
}: ProjectSettings): 'on' | 'off' | 'consent' {
  if (matching === 'consent') return matching;
  return matching ? 'on' : 'off';
}

/** The settings as form values. */
function valuesOf(settings: ProjectSettings) {
  return {
    name: settings.name,
    defaultUrl: settings.defaultUrl ?? '',
    timeZone: settings.timeZone,
    requireInstallation: settings.requireInstallation,
    probabilisticMatching: matchingOf(settings),
    matchingWindowMinutes: settings.matchingWindowMinutes,
    reengagementDays: settings.reengagementDays,
    revenueFrom: settings.revenueFrom,
    dailyAppEvents: settings.dailyAppEvents ?? ('' as number | string),
    copyButton: settings.copyButton,
    clickRetentionDays: settings.clickRetentionDays ?? ('' as number | string),
    allowedOrigins: settings.allowedOrigins.join('\n'),
    appLinks: settings.appLinks,
    appLinkHosts: settings.appLinkHosts.join('\n'),
    utmValues: { ...NO_VALUES, ...settings.utmValues },
  };
}

function bodyOf({
  defaultUrl,
  clickRetentionDays: days,
  dailyAppEvents,
  allowedOrigins,
  appLinkHosts,
  ...values
}: ReturnType<typeof valuesOf>) {
  return {
    ...values,
    defaultUrl: withScheme(defaultUrl) || null,
    clickRetentionDays: typeof days === 'number' ? days : null,
    dailyAppEvents: typeof dailyAppEvents === 'number' ? dailyAppEvents : null,
    allowedOrigins: allowedOrigins.split(/\s+/).filter(Boolean),
    appLinkHosts: appLinkHosts.split(/[\s,]+/).filter(Boolean),
  };
}

function SettingsForm({ settings }: { readonly settings: ProjectSettings }) {
  // Not `admin`: the button stays until the person's role is known.
  const { viewer } = useRights();
  const planDays = usePlanDays();
  const form = useForm({
    initialValues: valuesOf(settings),
    validate: {
      clickRetentionDays: (days) => findFault(days, settings.clickRetentionDays, planDays),
    },
  });
  const { save, changesIn, send } = useSaveSettings({ form, settings, bodyOf, done: 'Saved.' });
  return (
    <Form
      form={form}
      error={save.error}
      onSend={(values) => {
        const body = changesIn(values);
        const { clickRetentionDays = settings.clickRetentionDays } = body;
        confirmShorter(settings.clickRetentionDays, clickRetentionDays, planDays, () =>
          send(values, body),
        );
      }}
    >
      <Stack gap="lg">
        <Card title="General">
          <Stack maw={520}>
            <TextInput label="Name" required {...form.getInputProps('name')} />
            <TextInput
              label="Default URL"
              description="Where visitors go when a link has no destination for them."
              inputMode="url"
              placeholder="https://example.com"
              {...form.getInputProps('defaultUrl')}
            />
            <TimeZoneField {...form.getInputProps('timeZone')} />
          </Stack>
        </Card>
        <MatchingCard
          matching={form.getInputProps('probabilisticMatching')}
          window={{
            ...form.getInputProps('matchingWindowMinutes'),
            disabled: form.values.probabilisticMatching !== 'on',
          }}
          copyButton={form.getInputProps('copyButton', { type: 'checkbox' })}
        />
        <ReengagementField {...form.getInputProps('reengagementDays')} />
        <AppEventsCard
          revenueFrom={form.getInputProps('revenueFrom')}
          dailyAppEvents={form.getInputProps('dailyAppEvents')}
        />
        <RetentionField planDays={planDays} {...form.getInputProps('clickRetentionDays')} />
        <Card title="App registration">
          <Switch
            label="Require an installation"
            description="Apps have to report their installation before they may create links or start sessions."
            {...form.getInputProps('requireInstallation', { type: 'checkbox' })}
          />
        </Card>
        <AppLinksCard
          leads={form.getInputProps('appLinks')}
          hosts={form.values.appLinks === 'listed' ? form.getInputProps('appLinkHosts') : null}
        />
        <CampaignCard inputOf={(name) => form.getInputProps(`utmValues.${name}`)} />
        <Card title="Websites">
          <Stack maw={520}>
            <Textarea
              label="Websites that may use your app keys"
              description="One address per line, such as https://shop.example.com. Leave it empty to allow every website. Native apps are not affected; Capacitor apps need capacitor://localhost and https://localhost."
              placeholder="https://shop.example.com"
              autosize
              minRows={2}
              {...form.getInputProps('allowedOrigins')}
            />
          </Stack>
        </Card>
        {!viewer && (
          <Submit write={save} disabled={!form.isDirty()}>
            Save settings
          </Submit>
        )}
      </Stack>
    </Form>
  );
}

function DeleteProject({ settings }: { readonly settings: ProjectSettings }) {
  const navigate = useNavigate();
  const [opened, { open, close }] = useDisclosure(false);
  const form = useForm({ initialValues: { confirmName: '' } });
  const remove = useWrite(deleteProject, {
    quiet: true,
    changes: [listProjects],
    done: `${settings.name} was deleted.`,
    onDone: () => navigate({ to: '/' }),
  });
  return (
    <Card
      title="Delete project"
      about="Its links stop working and all its numbers are lost. This cannot be undone."
    >
      <Button variant="outline" color="red" onClick={open}>
        Delete {settings.name}…
      </Button>
      <Modal opened={opened} onClose={close} title={`Delete ${settings.name}?`} centered>
        <Form
          form={form}
          error={remove.error}
          onSend={(body) => remove.mutate({ params: { projectId: settings.id }, body })}
        >
          <Stack>
            <Text size="sm">
              All links, numbers, keys and members of this project are deleted permanently.
            </Text>
            <TextInput
              label={`Type ${settings.name} to confirm`}
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('confirmName')}
            />
            <Submit
              write={remove}
              onCancel={close}
              color="red"
              disabled={form.values.confirmName !== settings.name}
            >
              Delete project
            </Submit>
          </Stack>
        </Form>
      </Modal>
    </Card>
  );
}
