import { writeFile } from 'node:fs/promises';
import { Fairlead, type ManagedLink, RateLimitError, type Rule } from '@fairlead/sdk';

const fairlead = new Fairlead({
  appKey: process.env['FAIRLEAD_APP_KEY'],
  baseUrl: process.env['FAIRLEAD_URL'] ?? 'https://links.example.com',
});

/** Always the same link for a user: `externalId` finds the one that is there. */
export function inviteOf(user: string): PromiseLike<ManagedLink> {
  return fairlead.links.create({
    type: 'dynamic',
    externalId: `invite-${user}`,
    fallbackUrl: 'https://shop.example.com/welcome',
    parameters: { screen: 'welcome', invitedBy: user },
  });
}

export async function visitsOf(id: string): Promise<string> {
  try {
    const { clicks, installs } = await fairlead.links.stats(id);
    return `${clicks} clicks, ${installs} installs`;
  } catch (error) {
    if (error instanceof RateLimitError) return `to be asked for again in ${error.retryAfter} s`;
    throw error;
  }
}

/** Changes where a link leads only if few of the last month's visitors would have gone elsewhere. */
export async function setRules(id: string, rules: Rule[]): Promise<boolean> {
  const { visits, changed, unknown } = await fairlead.links.dryRun(id, { rules, days: 30 });
  const moved = changed.reduce((sum, each) => sum + each.visits, unknown);
  if (moved > visits / 10) return false;
  await fairlead.links.update(id, { rules });
  return true;
}

/** Rows of any length, created as they are read. */
export async function createMany(rows: AsyncIterable<{ url: string; id: string }>): Promise<void> {
  async function* links() {
    for await (const { url, id } of rows) {
      yield { type: 'unified', externalId: id, fallbackUrl: url } as const;
    }
  }
  const report = ({ done }: { done: number }) => process.stdout.write(`${done} rows\n`);
  for await (const row of fairlead.links.createMany(links(), { onProgress: report })) {
    if (row.message) process.stderr.write(`Row ${row.index}: ${row.message}\n`);
  }
}

/** Exports belong to people: they take a session of the dashboard. */
export async function exportTo(file: string, projectId: string, sessionToken: string) {
  const owner = new Fairlead({ sessionToken, baseUrl: 'https://links.example.com' });
  const done = await owner.exports.run(projectId, { search: 'summer' });
  await writeFile(file, await done.stream());
}
