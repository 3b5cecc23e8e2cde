import type {
  ProjectSettings,
  UpdateProjectRequest,
} from '@fairlead/contract/operations/dashboard/projects';
import { Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useRights } from '../../api/project.ts';
import { Card } from '../../parts/Card.tsx';
import { Form } from '../../parts/form/Form.tsx';
import { Submit } from '../../parts/form/Submit.tsx';
import { useSaveSettings } from '../../parts/form/useSaveSettings.ts';
import { Completeness } from './Completeness.tsx';

interface AppCardProps<Values extends object> {
  readonly settings: ProjectSettings;
  readonly system: 'iOS' | 'Android';
  readonly about: string;
  readonly complete: boolean;
  readonly form: UseFormReturnType<Values>;
  readonly bodyOf: (values: Values) => UpdateProjectRequest;
  /** Fields with a different name in the API. */
  readonly names?: Readonly<Record<string, keyof Values & string>>;
  readonly children: ReactNode;
}

/** The app's values on one platform; people who may not change them can still see them. */
export function AppCard<Values extends object>({
  settings,
  system,
  about,
  complete,
  form,
  bodyOf,
  names = {},
  children,
}: AppCardProps<Values>) {
  // Not `admin`: the button stays until the person's role is known.
  const { viewer } = useRights();
  const done = `${system} app saved.`;
  const { save, changesIn, send } = useSaveSettings({ form, settings, bodyOf, done });
  return (
    <Card title={system} about={about} actions={<Completeness complete={complete} />}>
      <Form
        form={form}
        error={save.error}
        names={names}
        onSend={(values) => send(values, changesIn(values))}
      >
        <Stack>
          {children}
          {!viewer && (
            <Submit write={save} disabled={!form.isDirty()}>{`Save ${system} app`}</Submit>
          )}
        </Stack>
      </Form>
    </Card>
  );
}
