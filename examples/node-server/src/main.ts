/** `GET /invite/{user}` makes the link by which that user invites others, and shows what has come of it. */
import { createServer } from 'node:http';
import { inviteOf, visitsOf } from './links.ts';

const server = createServer((request, response) => {
  answer(request.url ?? '').then(
    ({ status, body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      response.writeHead(502).end();
    },
  );
});

async function answer(url: string): Promise<{ status: number; body: object }> {
  const user = /^\/invite\/([\w-]{1,50})$/.exec(url)?.[1];
  if (user === undefined) return { status: 404, body: {} };
  const invite = await inviteOf(user);
  return { status: 200, body: { url: invite.shortUrl, visits: await visitsOf(invite.id) } };
}

server.listen(Number(process.env['PORT'] ?? 8080), '127.0.0.1', () => {
  process.stdout.write(`Listening: ${JSON.stringify(server.address())}\n`);
});
