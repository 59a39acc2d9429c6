import { t } from '@lingui/core/macro';
import type { Theme } from './scheme.ts';

/** Display names of the themes. */
export const themeNames: Readonly<Record<Theme, string>> = {
  light: t`Light`,
  dark: t`Dark`,
  system: t`System`,
};
