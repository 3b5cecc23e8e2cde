export { createProjectRoute } from './createProject.ts';
export { deleteProjectRoute } from './deleteProject.ts';
export { getKeyProjectRoute } from './getKeyProject.ts';
export { getProjectRoute } from './getProject.ts';
export { listProjectsRoute } from './listProjects.ts';
export { provisionRoute } from './provision.ts';
export { transferOwnershipRoute } from './transferOwnership.ts';
export { updateProjectRoute } from './updateProject.ts';
