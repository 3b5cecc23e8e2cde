import { AwsClient } from 'aws4fetch';

/** A store's refusal, or an invalid URL: for whoever set it up. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** A connection to what `s3://KEY:SECRET@HOST/BUCKET/PATH?region=R&tls=off` names. */
export interface S3Connection {
  readonly client: AwsClient;
  /** URL of the bucket and the path in it, without a trailing slash. */
  readonly base: string;
  /** The URL without its credentials. */
  readonly shown: string;
}

/** Throws a StoreError that begins with `what` if the text is not such a URL. */
export function connectS3(text: string, what: string, example: string): S3Connection {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const [accessKeyId, secretAccessKey, path] = [url?.username, url?.password, url?.pathname].map(
    (part) => decode(part ?? ''),
  );
  const bucket = path?.replace(/\/+$/, '');
  if (!url || url.host === '' || !accessKeyId || !secretAccessKey || !bucket) {
    throw new StoreError(`${what} must be like ${example}`);
  }
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const scheme = url.searchParams.get('tls') === 'off' ? 'http' : 'https';
  return {
    client,
    base: `${scheme}://${url.host}${encodePath(bucket)}`,
    shown: `s3://${url.host}${bucket}`,
  };
}

/** Empty if a `%` encodes nothing. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** A key encoded for a URL, where `+`, `?`, `#` and `%` would have another meaning. */
export function encodePath(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/');
}

/** Sends a request; throws the store's message if it refuses, unless it says that there is no such object. */
export async function callS3(
  client: AwsClient,
  address: string,
  init: RequestInit,
): Promise<Response> {
  const response = await client.fetch(address, init);
  if (response.ok || response.status === 404) return response;
  const text = (await response.text()).slice(0, 300);
  throw new StoreError(`The file store answered ${response.status} to ${init.method}: ${text}`);
}
