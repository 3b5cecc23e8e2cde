import { createHash } from 'node:crypto';

/** Names as `nameOf` makes them. */
const NAME = /^[\w-]{43}\.jpg$/;
/** Where every image is served, on the host of `PUBLIC_URL`. */
const PATH = '/api/v1/link-images/';

/** How PostgreSQL finds the names of images in JSON, whatever the host was when they were uploaded. */
export const NAMED_IN_JSON = `${PATH}([A-Za-z0-9_-]{43}\\.jpg)`;
export const LIKE_JSON_WITH_IMAGES = `%${PATH}%`;

/** The same image of a project has one name, and two projects never share a file; who has not seen its URL cannot guess it. */
export function nameOf(projectId: string, bytes: Uint8Array): string {
  const hash = createHash('sha256').update(`${projectId} `).update(bytes);
  return `${hash.digest('base64url')}.jpg`;
}

export function urlOf(origin: string, name: string): string {
  return new URL(`${PATH}${name}`, origin).href;
}

/** The name of the file in the store; undefined if no image is called so. */
export function fileNameOf(name: string): string | undefined {
  return NAME.test(name) ? `link-images/${name}` : undefined;
}
