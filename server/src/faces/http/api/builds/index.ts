export { examineReachRoute } from './examineReach.ts';
export { getLinkReachRoute } from './getLinkReach.ts';
export { listBuildsRoute } from './listBuilds.ts';
export { listUnreachableRoute } from './listUnreachable.ts';
export { publishBuildRoute } from './publishBuild.ts';
