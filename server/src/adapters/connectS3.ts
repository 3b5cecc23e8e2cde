import { AwsClient } from 'aws4fetch';

/** What a store refused, or an address that is none: for whoever set it up. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The way to what `s3://KEY:SECRET@HOST/BUCKET/PATH?region=R&tls=off` names. */
export interface S3Connection {
  readonly client: AwsClient;
  /** Of the bucket and the path in it, without a slash at its end. */
  readonly base: string;
  /** The address without its credentials. */
  readonly shown: string;
}

/** Throws a StoreError that begins with `what` where the text is no such address. */
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

/** Empty where a `%` encodes nothing. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** A key as an address holds it: `+`, `?`, `#` and `%` would mean something else there. */
export function encodePath(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/');
}

/** Sends a request; throws what the store said about one that it refused, other than that nothing is there. */
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
