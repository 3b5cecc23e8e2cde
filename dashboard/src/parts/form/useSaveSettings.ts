import {
  getProject,
  listProjects,
  updateProject,
  type ProjectSettings,
  type UpdateProjectRequest,
} from '@fairlead/contract/operations/dashboard/projects';
import type { UseFormReturnType } from '@mantine/form';
import { useRef } from 'react';
import { changesOf } from '../../api/changesOf.ts';
import { useWrite } from '../../api/queries.ts';

interface Saving<Values extends object> {
  readonly form: UseFormReturnType<Values>;
  readonly settings: ProjectSettings;
  readonly bodyOf: (values: Values) => UpdateProjectRequest;
  /** What is said then. */
  readonly done: string;
}

/** Saves what a form of settings has changed; what is changed while it is saved stays to be saved. */
export function useSaveSettings<Values extends object>({
  form,
  settings,
  bodyOf,
  done,
}: Saving<Values>) {
  const sent = useRef(form.values);
  const save = useWrite(updateProject, {
    quiet: true,
    changes: [getProject, listProjects],
    done,
    onDone: () => form.resetDirty(sent.current),
  });
  return {
    save,
    changesIn: (values: Values) => changesOf(bodyOf(form.getInitialValues()), bodyOf(values)),
    send: (values: Values, body: UpdateProjectRequest) => {
      sent.current = values;
      save.mutate({ params: { projectId: settings.id }, body });
    },
  };
}
