export { addDomainRoute } from './addDomain.ts';
export { getDomainAssociationRoute } from './getDomainAssociation.ts';
export { listDomainsRoute } from './listDomains.ts';
export { removeDomainRoute } from './removeDomain.ts';
export { setPrimaryDomainRoute } from './setPrimaryDomain.ts';
export { useServerDomainRoute } from './useServerDomain.ts';
export { verifyDomainRoute } from './verifyDomain.ts';
