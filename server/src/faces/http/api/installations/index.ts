export { bootstrapRoute } from './bootstrap.ts';
export { countInstallationsRoute } from './countInstallations.ts';
export { endSessionRoute } from './endSession.ts';
export { eraseInstallationRoute } from './eraseInstallation.ts';
export { identifyRoute } from './identify.ts';
export { listInstallationsRoute } from './listInstallations.ts';
export { startSessionRoute } from './startSession.ts';
export { trackInstallationRoute } from './trackInstallation.ts';
