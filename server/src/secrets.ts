import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { Secret } from './lib/Secret.ts';

export interface Secrets {
  /** The root of all signing and hashing keys; see `lib/deriveKey.ts`. */
  readonly secret: Secret;
  /** What they signed is still accepted; nothing new is signed with them. */
  readonly previousSecrets?: readonly Secret[];
  readonly adminToken: Secret;
}

/** Uses configured secrets, else those in the data folder, created there once with mode 0600. */
export async function readSecrets(config: Config): Promise<Secrets> {
  return {
    secret: config.secret ?? (await readOrMake(config.dataDir, 'secret')),
    previousSecrets: config.previousSecrets,
    adminToken: config.adminToken ?? (await readOrMake(config.dataDir, 'admin-token')),
  };
}

/** Stores the secret of a restored server where it looks for one; an existing secret stays. */
export async function keepSecret(dataDir: string, secret: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await using file = await open(join(dataDir, 'secret'), 'wx', 0o600);
  await file.writeFile(`${secret}\n`);
  await file.sync();
}

async function readOrMake(dataDir: string, name: string): Promise<Secret> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, name);
  const made = randomBytes(32).toString('base64url');
  try {
    await using file = await open(path, 'wx', 0o600);
    await file.writeFile(`${made}\n`);
    await file.sync();
    return new Secret(made);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const text = (await readFile(path, 'utf8')).trim();
    if (text.length < 16) {
      throw new Error(`${path} holds no usable secret; delete it to make a new one`, {
        cause: error,
      });
    }
    return new Secret(text);
  }
}
