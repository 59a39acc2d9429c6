import { defineConfig } from 'vitest/config';

/** Its own file, because the router's plugin of `vite.config.ts` has no place in tests. */
export default defineConfig({ test: { include: ['src/**/*.test.{ts,tsx}'] } });
