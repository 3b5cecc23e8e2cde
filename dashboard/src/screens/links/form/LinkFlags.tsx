import { Radio, Stack, Switch } from '@mantine/core';
import { useProject } from '../../../api/project.ts';
import type { LinkFormState } from './LinkFormState.ts';
import { asText } from '../../../parts/asText.ts';

/** The two flags of a dynamic link on iOS (Rule: resources 6). */
export function LinkFlags({ form }: { readonly form: LinkFormState }) {
  const { data: project } = useProject();
  const byProject = project?.ios.complete === true ? asText('on') : asText('off');
  return (
    <Stack>
      <Radio.Group
        label="Page with an “Open app” button"
        description="Inside social apps iOS does not open your app by itself. This page lets visitors do it."
        {...form.getInputProps('breakout')}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="project"
            label={`Default (${byProject})`}
            description="On when the team ID and bundle ID of the iOS app are set."
          />
          <Radio value="on" label="On for this link" />
          <Radio value="off" label="Off for this link" />
        </Stack>
      </Radio.Group>
      <Switch
        label="Open the app automatically in browsers"
        description="Safari and other browsers try the app at once, and go to the URL for phones without the app after about 2.5 seconds. In browsers this wins over the page above."
        {...form.getInputProps('iosBrowserAutoOpen', { type: 'checkbox' })}
      />
    </Stack>
  );
}
