import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const server = process.env.RULEBOOK_SERVER ?? 'http://127.0.0.1:8080';
const passedOn = ['/games', '/active-games', '/codes', '/config', '/replays', '/rules', '/socket.io'];
/** The address of `rulebook dev`, for the page `#/dev`. */
const desk = process.env.RULEBOOK_DEV ?? 'http://127.0.0.1:8090';
const deskPaths = ['/look', '/about', '/runs', '/report', '/why', '/do'];

const proxy = Object.fromEntries([
  ...passedOn.map((path) => [path, { target: server, ws: path === '/socket.io' }]),
  ...deskPaths.map((path) => [`^${path}(\\?|$)`, { target: desk, changeOrigin: true, headers: { origin: desk } }]),
]);

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
  server: { proxy },
  preview: { proxy },
  test: { include: ['test/**/*.test.{ts,tsx}'], environment: 'node' },
});
