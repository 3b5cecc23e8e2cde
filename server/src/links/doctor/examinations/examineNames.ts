import { isPublicAddress } from '#platform/lib/addresses/isPublicAddress.ts';
import { type DomainFinding, found } from '../Finding.ts';
import type { Seen } from './look.ts';
import type { Subject } from '../Subject.ts';

/** What is wrong with the domain's DNS. */
export function examineNames(subject: Subject, { names }: Seen): DomainFinding[] {
  const { proof, host } = subject;
  if (names.failed !== null) {
    return [
      found('DNS_FAILS', subject, `Asked for ${host}, the resolver answers ${names.failed}.`),
    ];
  }
  if (subject.project === null) {
    return names.addresses.length > 0
      ? []
      : [found('DNS_NOTHING', subject, `${host} has no public IP address.`)];
  }
  const findings: DomainFinding[] = [];
  if (proof !== null && !names.proofs.some((text) => text.trim() === proof.value)) {
    const seen = names.proofs.length === 0 ? 'no TXT record' : names.proofs.join(', ');
    findings.push(found('DOMAIN_UNPROVED', subject, `At ${proof.name} there is ${seen}.`));
  }
  if (names.addresses.length === 0) {
    const [target] = names.cname;
    findings.push(
      target === undefined
        ? found('DNS_NOTHING', subject, `${host} has neither a CNAME nor an A or AAAA record.`)
        : found(
            'DNS_DANGLING_CNAME',
            subject,
            `${host} leads to ${target}, which has no addresses.`,
          ),
    );
  }
  const hidden = names.addresses.filter((address) => !isPublicAddress(address));
  if (hidden.length > 0) {
    const seen = `${host} has the address ${hidden.join(', ')}, which is not a public one.`;
    findings.push(found('DNS_PRIVATE_ADDRESS', subject, seen));
  }
  const issuers = names.caa.filter((record) => record.startsWith('issue '));
  if (issuers.length > 0 && issuers.every((record) => /^issue\s*;?\s*$/.test(record))) {
    findings.push(found('CAA_FORBIDS', subject, `The CAA records are: ${names.caa.join(', ')}.`));
  }
  return findings;
}
