/**
 * What the redirect is measured against: node:http that answers 302 from a Map and records nothing.
 * The parent sends the table (`host/slug` → destination); the port goes back when it listens.
 */
import { createServer } from 'node:http';

process.once('message', (message: { port: number; destinations: ReadonlyMap<string, string> }) => {
  const { destinations } = message;
  const server = createServer((request, response) => {
    const location = destinations.get(`${request.headers.host}${request.url}`);
    if (location === undefined) {
      response.writeHead(404, { 'Content-Length': 0 }).end();
      return;
    }
    response.writeHead(302, { Location: location, 'Content-Length': 0 }).end();
  });
  server.listen(message.port, '127.0.0.1', () => process.send?.('listening'));
});
