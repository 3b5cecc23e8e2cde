export { getHealthRoute } from './getHealth.ts';
export { getReadyRoute } from './getReady.ts';
export { getServerRoute } from './getServer.ts';
export { inspectServerRoute } from './inspectServer.ts';
export { sendTestMailRoute } from './sendTestMail.ts';
