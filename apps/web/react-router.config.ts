import type { Config } from '@react-router/dev/config';

/** Pages are built once and served as files: public ones with their content, all others from one fallback page. */
export default {
  appDirectory: 'src',
  ssr: false,
  prerender: ['/', '/home'],
} satisfies Config;
