import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SYMPTOMS } from '#links/doctor/examinations/symptoms.ts';

export const DOCTOR_PAGE = join(import.meta.dirname, '../../../docs/doctor.md');

const INTRODUCTION = `# Domain doctor

The doctor checks a link domain from outside, as visitors, Apple and Google see it: in the dashboard under **Domains → Details → Check now**, by
\`POST /v1/doctor\` with a secret key, by \`POST /api/v1/admin/doctor\` with the admin token, and automatically once a day, with an email to the
owner when problems appear or are fixed. Its rules are in [the rules of the service](contract/doctor.md).

It calls ports 443 and 80 on the domain's own IP addresses, \`app-site-association.cdn-apple.com\`, \`apps.apple.com\` and \`play.google.com\`. A server
that cannot reach its own public IP address (because of its router) reports \`HTTPS_CLOSED\`, though others can reach it.

With \`PUBLIC_DOCTOR=on\` anyone may check the association files of any domain at \`/doctor\` on the host of \`PUBLIC_URL\`
([how it is limited](operations.md#the-public-doctor-page)). That page sees only DNS, certificates, both files and Apple's copy, and answers the
same for a domain of this server as for any other.

\`node server/test/doctor/writeDoctorPage.ts\` writes this table.

| code | severity | why it matters |
|---|---|---|
`;

/** The page of all findings, as the code has them. */
export function renderDoctorPage(): string {
  const rows = Object.entries(SYMPTOMS).map(
    ([code, { severity, why }]) => `| \`${code}\` | ${severity} | ${why} |`,
  );
  return `${INTRODUCTION}${rows.join('\n')}\n`;
}

if (import.meta.main) await writeFile(DOCTOR_PAGE, renderDoctorPage());
