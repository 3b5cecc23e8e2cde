import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** What node's parser gets at once: a few dozen of the shortest requests. */
const SLICE_BYTES = 2048;

/**
 * Gives node's parser what a connection sends in slices, and nothing more once `isOver` says so. The parser makes the objects of
 * all requests in a chunk before anyone is asked, a thousand in 64 KB: clients that send such pipelines and never read
 * would keep the process busy with requests that nobody carries out.
 */
export function pacePipelines(server: Server, isOver: (socket: Socket) => boolean): void {
  server.on('connection', (socket: Socket) => {
    const push = socket.push.bind(socket);
    socket.push = (chunk: Buffer | null) => {
      if (chunk === null) return push(null);
      let goesOn = true;
      for (let from = 0; from < chunk.length; from += SLICE_BYTES) {
        // False: nothing more is read from the network.
        if (isOver(socket)) return false;
        goesOn = push(chunk.subarray(from, from + SLICE_BYTES));
      }
      return goesOn;
    };
    // Next to a listener the parser does not read the connection by itself.
    socket.on('data', () => {});
  });
}
