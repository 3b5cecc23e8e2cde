import { constants } from 'node:fs';
import { dirname } from 'node:path';
import type { FileHandle, FileSystem } from '#visits/journal/FileSystem.ts';

interface Content {
  /** What a loss of power leaves. */
  durable: Buffer;
  now: Buffer;
}

interface Trouble {
  /** Bytes that may still be written: a full disk takes a part of the last write. */
  room?: number;
  /** Writes do not return before this is resolved. */
  hold?: Promise<void>;
  /** `truncate` fails too. */
  stuck?: boolean;
}

/**
 * A disk in memory that forgets what was not synced when power is lost: bytes written without O_DSYNC, and the names of files
 * whose folder was not synced.
 */
export class LossyFiles implements FileSystem {
  readonly trouble: Trouble = {};
  #names = new Map<string, Content>();
  #durableNames = new Map<string, Content>();

  /** The disk after power was lost; of the last write that had not returned a part may have come through. */
  losePower(torn?: { readonly name: string; readonly bytes: Buffer }): LossyFiles {
    const after = new LossyFiles();
    for (const [path, { durable }] of this.#durableNames) {
      const content = torn?.name === path ? Buffer.concat([durable, torn.bytes]) : durable;
      after.#names.set(path, { durable: content, now: content });
    }
    after.#durableNames = new Map(after.#names);
    return after;
  }

  names(): string[] {
    return [...this.#names.keys()].toSorted();
  }

  content(path: string): Buffer {
    return this.#names.get(path)!.now;
  }

  put(path: string, bytes: Buffer): void {
    const content = { durable: bytes, now: bytes };
    this.#names.set(path, content);
    this.#durableNames.set(path, content);
  }

  async mkdir(): Promise<void> {}

  async readdir(path: string): Promise<string[]> {
    return [...this.#names.keys()]
      .filter((name) => dirname(name) === path)
      .map((name) => name.slice(path.length + 1));
  }

  async readFile(path: string): Promise<string> {
    const content = this.#names.get(path);
    if (!content) throw fault('ENOENT');
    return content.now.toString('utf8');
  }

  async rename(from: string, to: string): Promise<void> {
    this.#names.set(to, this.#names.get(from)!);
    this.#names.delete(from);
  }

  async unlink(path: string): Promise<void> {
    this.#names.delete(path);
  }

  async open(path: string, flags: number): Promise<FileHandle> {
    if (!path.includes('.')) return this.#openFolder(path);
    let content = this.#names.get(path);
    if (!content) {
      if (!(flags & constants.O_CREAT)) throw fault('ENOENT');
      if (this.trouble.room === 0) throw fault('ENOSPC');
      content = { durable: Buffer.alloc(0), now: Buffer.alloc(0) };
      this.#names.set(path, content);
    } else if (flags & constants.O_TRUNC) content.now = Buffer.alloc(0);
    return this.#openFile(content, (flags & constants.O_DSYNC) !== 0);
  }

  #openFile(content: Content, durable: boolean): FileHandle {
    const { trouble } = this;
    const settle = () => {
      content.durable = content.now;
    };
    return {
      async write(bytes, offset, length, position) {
        await trouble.hold;
        const taken = Math.min(length, trouble.room ?? length);
        if (taken === 0) throw fault('ENOSPC');
        if (trouble.room !== undefined) trouble.room -= taken;
        const before = content.now.subarray(0, position);
        const after = content.now.subarray(position + taken);
        content.now = Buffer.concat([before, bytes.subarray(offset, offset + taken), after]);
        if (durable) settle();
        return { bytesWritten: taken };
      },
      async read(bytes, offset, length, position) {
        const bytesRead = content.now.copy(bytes, offset, position, position + length);
        return { bytesRead };
      },
      async truncate(length) {
        if (trouble.stuck) throw fault('EIO');
        content.now = content.now.subarray(0, length);
      },
      sync: async () => settle(),
      stat: async () => ({ size: content.now.length }),
      close: async () => {},
    };
  }

  #openFolder(path: string): FileHandle {
    const nothing = () => Promise.reject(new Error('A folder'));
    return {
      write: nothing,
      read: nothing,
      truncate: nothing,
      stat: nothing,
      close: async () => {},
      sync: async () => {
        for (const name of this.#durableNames.keys()) {
          if (dirname(name) === path && !this.#names.has(name)) this.#durableNames.delete(name);
        }
        for (const [name, content] of this.#names) {
          if (dirname(name) === path) this.#durableNames.set(name, content);
        }
      },
    };
  }
}

function fault(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}
