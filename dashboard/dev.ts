import { createServer } from 'vite';
import { viteConfig } from './viteConfig.ts';

/** The web app with live reload on port 5173; its API is the server of `npm run dev`. */
const API = process.argv[2] ?? 'http://localhost:3000';

const server = await createServer({
  ...viteConfig(),
  logLevel: 'info',
  server: { proxy: { '/api': API, '/v1': API } },
});
await server.listen();
server.printUrls();
