export * from './attributionResources.ts';
export * from './errors.ts';
export * from './findings.ts';
export * from './installationResources.ts';
export * from './limits.ts';
export * from './operation.ts';
export * from './operations/index.ts';
export * from './resources.ts';
