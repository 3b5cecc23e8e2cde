import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, isLinkNode } from './config.ts';
import { explainFolder } from '../lib/process/explainFolder.ts';
import { Secret } from '../lib/Secret.ts';

export interface Secrets {
  /** The root of all signing and hashing keys; see `platform/lib/deriveKey.ts`. */
  readonly secret: Secret;
  /** What they signed is still accepted; nothing new is signed with them. */
  readonly previousSecrets?: readonly Secret[];
  /** The root of the keys of link domains, which link nodes need. */
  readonly linkSecret: Secret;
  readonly adminToken: Secret;
}

/** Uses configured secrets, else those in the data folder, created there once with mode 0600. */
export async function readSecrets(config: Config): Promise<Secrets> {
  const { dataDir } = config;
  const read = (name: string) => explainFolder('DATA_DIR', dataDir, readOrMake(dataDir, name));
  // A link node that has no SECRET signs nothing else with it.
  const own = config.secret ?? (isLinkNode(config) ? config.linkSecret : undefined);
  const secret = own ?? (await read('secret'));
  return {
    secret,
    previousSecrets: config.previousSecrets,
    linkSecret: config.linkSecret ?? secret,
    adminToken: config.adminToken ?? (await read('admin-token')),
  };
}

/** Every SECRET that this installation has, newest first; none if it has not made one yet. */
export async function findSecrets(config: Config): Promise<string[]> {
  const previous = config.previousSecrets.map((each) => each.reveal());
  if (config.secret !== undefined) return [config.secret.reveal(), ...previous];
  const made = (await readFile(join(config.dataDir, 'secret'), 'utf8').catch(() => '')).trim();
  return made === '' ? previous : [made, ...previous];
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
