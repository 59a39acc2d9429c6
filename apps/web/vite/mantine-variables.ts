import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { theme, variables } from '../src/theme/theme.ts';

/**
 * Returns the CSS variables that Mantine would write into a `style` element of each page for the
 * theme.
 */
export function mantineVariables(): string {
  const provider = {
    theme,
    cssVariablesResolver: variables,
    defaultColorScheme: 'auto',
    withGlobalClasses: false,
  } as const;
  return renderToStaticMarkup(createElement(MantineProvider, provider, null)).replaceAll(
    /<\/?style[^>]*>/g,
    '',
  );
}

/**
 * Puts Mantine's variables into a style sheet of the build. The content security policy allows no
 * `style` element, so `PartsProvider` prevents Mantine from creating one at runtime.
 */
export function variablesSheet(): Plugin {
  return {
    name: 'mantine-variables',
    enforce: 'pre',
    load: { filter: { id: /\/src\/theme\/variables\.css$/ }, handler: () => mantineVariables() },
  };
}
