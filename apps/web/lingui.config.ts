import { fileURLToPath } from 'node:url';
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { createSwcExtractor } from '@lingui/native-tools';
import { languages } from '@longhand/contract';
import { contractModule, contractTexts, planModule, serverTexts } from './vite/contract-texts.ts';

/** Language of the texts in the sources. */
const sourceLocale = 'en';

/** Places of the texts and of their translations. See docs/translating.md. */
export default defineConfig({
  rootDir: fileURLToPath(new URL('.', import.meta.url)),
  sourceLocale,
  locales: languages.filter((language) => language !== sourceLocale),
  fallbackLocales: false,
  catalogs: [
    {
      path: '<rootDir>/languages/{locale}',
      include: [
        '<rootDir>/src',
        `<rootDir>/../../${contractModule}`,
        `<rootDir>/../../${planModule}`,
        '<rootDir>/vite/offline-texts.ts',
        '<rootDir>/../server/src',
      ],
      exclude: ['**/*.test.ts', '**/*.test.tsx'],
    },
  ],
  format: formatter({ lineNumbers: false }),
  extractors: [contractTexts, serverTexts, createSwcExtractor()],
  macro: {},
  runtimeConfigModule: {
    i18n: ['#language', 'i18n'],
    Trans: ['#language/sentence', 'Sentence'],
  },
});
