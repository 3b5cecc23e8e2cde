/** Puts the code of the samples into the guides that show it. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

for (const page of globSync('docs/sdk/*.md', { cwd: root })) {
  const text = readFileSync(join(root, page), 'utf8');
  const shown = text.replaceAll(
    /(<!-- (examples\/\S+) -->\n\n```\w+\n).*?```/gs,
    (_, head: string, file: string) => `${head}${readFileSync(join(root, file), 'utf8')}\`\`\``,
  );
  writeFileSync(join(root, page), shown);
}
