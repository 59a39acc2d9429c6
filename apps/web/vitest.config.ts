import { defineConfig } from 'vitest/config';
import { texts } from './vite/languages.ts';

/** Its own file, because the router's plugin of `vite.config.ts` has no place in tests. */
export default defineConfig({ plugins: [texts()], test: { include: ['src/**/*.test.{ts,tsx}'] } });
