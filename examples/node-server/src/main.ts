/** `GET /invite/{user}` makes the link by which that user invites others, and shows what has come of it. */
import { createServer } from 'node:http';
import { inviteOf, visitsOf } from './links.ts';

const server = createServer((request, response) => {
  const user = /^\/invite\/([\w-]{1,50})$/.exec(request.url ?? '')?.[1];
  if (user === undefined) return void response.writeHead(404).end();
  answer(user).then(
    (body) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      response.writeHead(502).end();
    },
  );
});

async function answer(user: string) {
  const invite = await inviteOf(user);
  return { url: invite.shortUrl, visits: await visitsOf(invite.id) };
}

server.listen(Number(process.env['PORT'] ?? 8080), '127.0.0.1', () => {
  process.stdout.write(`Listening: ${JSON.stringify(server.address())}\n`);
});
