import type { IncomingMessage } from 'node:http';
import { limitText } from '@fairlead/contract/limits';
import { Problem } from '#platform/lib/Problem.ts';

/** What is wrong with a head that Node's parser accepted; RFC 9112 section 3.2 requires exactly one Host. */
export function readHeadFault({ rawHeaders, httpVersion }: IncomingMessage): Problem | undefined {
  let hosts = 0;
  for (let name = 0; name < rawHeaders.length; name += 2) {
    if (rawHeaders[name]!.length === 4 && rawHeaders[name]!.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) return undefined;
  const found = hosts === 0 ? 'no Host header' : 'more than one Host header';
  return new Problem('VALIDATION_ERROR', `The request has ${found}; send exactly one`);
}

/** What Node's parser could not read, or did not wait for. */
export function readParserFault(error: NodeJS.ErrnoException): Problem {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    const message = `URL and headers together must be smaller than ${limitText('headBytes')}`;
    return new Problem('HEADERS_TOO_LARGE', message);
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem('REQUEST_TIMEOUT', 'The request did not arrive in time; send it again');
  }
  return new Problem('VALIDATION_ERROR', 'The request is not valid HTTP/1.1');
}
