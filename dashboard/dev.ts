import { createServer } from 'vite';
import { viteConfig } from './viteConfig.ts';

/** The web app with live reload on port 5173; its API is the server of `npm run dev`. */
const [API = 'http://localhost:3000', language] = process.argv.slice(2);

const server = await createServer({
  ...viteConfig(language),
  logLevel: 'info',
  server: { proxy: { '/api': API, '/v1': API } },
});
await server.listen();
server.printUrls();
