/**
 * What the redirect is measured against: node:http as anyone would write it, with its own headers
 * (Date, Connection, Keep-Alive), that answers 302 from a Map and records nothing.
 * The parent sends the table (`host/slug` → destination); the port goes back when it listens.
 */
import { createServer } from 'node:http';

process.once('message', (message: { port: number; destinations: ReadonlyMap<string, string> }) => {
  const { destinations } = message;
  const server = createServer((request, response) => {
    const location = destinations.get(`${request.headers.host}${request.url}`);
    if (location === undefined) response.writeHead(404);
    else response.writeHead(302, { location });
    response.end();
  });
  server.listen(message.port, '127.0.0.1', () => process.send?.('listening'));
});
