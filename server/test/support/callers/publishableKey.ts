import { insertAppKey } from '#teams/appKeys/insertAppKey.ts';
import { anonymous, type TestProject } from './personas.ts';

/** Calls with a key of the project such as apps carry. */
export async function publishableKey(project: TestProject, headers: Record<string, string> = {}) {
  const { text } = await insertAppKey(project.server.app.db, project.project, {
    name: 'App',
    class: 'publishable',
  });
  return anonymous('/v1', { 'x-app-key': text, ...headers });
}
