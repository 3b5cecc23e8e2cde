import { writeFile } from 'node:fs/promises';
import { Fairlead, RateLimitError } from '@fairlead/sdk';

const fairlead = new Fairlead({
  appKey: process.env['FAIRLEAD_APP_KEY'],
  baseUrl: 'https://links.example.com',
});

export async function createOne(): Promise<string> {
  const link = await fairlead.links.create({
    type: 'dynamic',
    fallbackUrl: 'https://example.com/summer',
    parameters: { screen: 'sale' },
  });
  return link.shortUrl;
}

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

export async function exportTo(file: string, projectId: string, sessionToken: string) {
  const owner = new Fairlead({ sessionToken, baseUrl: 'https://links.example.com' });
  const done = await owner.exports.run(projectId, { search: 'summer' });
  await writeFile(file, await done.stream());
}

export async function tell(id: string): Promise<string> {
  try {
    const { clicks } = await fairlead.links.stats(id);
    return `${clicks} clicks`;
  } catch (error) {
    if (error instanceof RateLimitError) return `later, in ${error.retryAfter} s`;
    throw error;
  }
}
