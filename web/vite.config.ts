import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const server = process.env.RULEBOOK_SERVER ?? 'http://127.0.0.1:8080';
const passedOn = ['/games', '/active-games', '/config', '/replays', '/socket.io'];

const proxy = Object.fromEntries(passedOn.map((path) => [path, { target: server, ws: path === '/socket.io' }]));

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
  server: { proxy },
  preview: { proxy },
  test: { include: ['test/**/*.test.{ts,tsx}'], environment: 'node' },
});
