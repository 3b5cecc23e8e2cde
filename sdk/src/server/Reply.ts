import type { Answer } from '../core/send.ts';

/** What a call will answer; `withResponse()` gives status and headers along with it. */
export interface Reply<Output> extends Promise<Output> {
  /** The data, the response with its headers, and the id by which the server's logs know the request. */
  withResponse(): Promise<Answer<Output>>;
}

export function replyOf<Output>(answer: Promise<Answer<Output>>): Reply<Output> {
  const data = answer.then((each) => each.data);
  return Object.assign(data, {
    withResponse() {
      // Only the promise that is handed out is to be heard of.
      data.catch(() => undefined);
      return answer;
    },
  });
}
