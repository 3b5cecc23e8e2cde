import { constants } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';

/** The part of Node's file system that the journal uses; tests replace it with one that loses power. */
export interface FileSystem {
  mkdir(
    path: string,
    options: { readonly recursive: true; readonly mode: number },
  ): Promise<unknown>;
  readdir(path: string): Promise<string[]>;
  readFile(path: string, encoding: 'utf8'): Promise<string>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  open(path: string, flags: number, mode?: number): Promise<FileHandle>;
}

export interface FileHandle {
  write(
    bytes: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesWritten: number }>;
  read(
    bytes: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>;
  truncate(length: number): Promise<void>;
  sync(): Promise<void>;
  stat(): Promise<{ readonly size: number }>;
  close(): Promise<void>;
}

export const nodeFiles: FileSystem = { mkdir, open, readdir, readFile, rename, unlink };

const { O_APPEND, O_CREAT, O_DSYNC, O_RDONLY, O_RDWR, O_TRUNC, O_WRONLY } = constants;

/** A write returns when it is on disk: one round trip to the disk instead of two (write and fdatasync). */
export const APPEND_DURABLY = O_CREAT | O_TRUNC | O_WRONLY | O_DSYNC;
export const ADD_DURABLY = O_APPEND | O_CREAT | O_WRONLY | O_DSYNC;
export const REPAIR = O_RDWR;
export const READ = O_RDONLY;

/** Makes the names in a folder durable; on systems that cannot open folders they are durable anyway. */
export async function syncFolder(files: FileSystem, folder: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await files.open(folder, READ);
  } catch (error) {
    if (process.platform === 'win32') return;
    throw error;
  }
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes everything or throws; a full disk may accept a part first. */
export async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Reads until the buffer is full or the file ends. */
export async function readAll(
  handle: FileHandle,
  length: number,
  position: number,
): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}
