import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SYMPTOMS } from '../../src/doctor/symptoms.ts';

export const DOCTOR_PAGE = join(import.meta.dirname, '../../../docs/doctor.md');

const INTRODUCTION = `# Domain doctor

The doctor looks at a link domain from outside, as visitors, Apple and Google do: in the dashboard under **Domains → Details → Check now**, by
\`POST /v1/doctor\` with a secret key, by \`POST /api/v1/admin/doctor\` with the admin token, and once a day by itself, with a mail to the
owner when faults come or go. Its rules are in [the rules of the service](contract/doctor.md).

It calls port 443 and 80 of the domain's own addresses, \`app-site-association.cdn-apple.com\`, \`apps.apple.com\` and \`play.google.com\`. A server
that cannot reach its own public address (some routers) finds \`HTTPS_CLOSED\`, though others can reach it.

This table is written by \`node server/test/doctor/writeDoctorPage.ts\`.

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
