import { useProject } from '../../api/project.ts';
import { HistoryButton } from './History.tsx';

/** The history of the project's own settings: those of its apps, its brand and its plan as well. */
export function ProjectHistory() {
  const { data } = useProject();
  return data && <HistoryButton target={{ kind: 'project', id: data.id, name: data.name }} />;
}
