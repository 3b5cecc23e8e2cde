import { Radio, Stack, Switch } from '@mantine/core';
import { useProject } from '../../api/project.ts';
import { Card } from '../../parts/Card.tsx';
import type { LinkFormState } from './LinkForm.tsx';

/** The two flags of a dynamic link on iOS (Spec: Link behavior flags). */
export function LinkFlags({ form }: { readonly form: LinkFormState }) {
  const { data: project } = useProject();
  const byProject = project?.ios.complete === true ? 'on' : 'off';
  return (
    <Card title="On iPhone and iPad">
      <Stack>
        <Radio.Group
          label="Page with an Open App button"
          description="Inside social apps iOS does not open your app by itself. This page lets visitors do it."
          {...form.getInputProps('breakout')}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="project"
              label={`As usual: ${byProject} now`}
              description="On when the team and bundle identifiers of the iOS app are set."
            />
            <Radio value="on" label="On for this link" />
            <Radio value="off" label="Off for this link" />
          </Stack>
        </Radio.Group>
        <Switch
          label="Open the app by itself in browsers"
          description="Safari and other real browsers try the app at once, and go to the address without the app after about 2.5 seconds. Wins over the page above there."
          {...form.getInputProps('iosBrowserAutoOpen', { type: 'checkbox' })}
        />
      </Stack>
    </Card>
  );
}
