import { MantineProvider } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { createSchemeManager } from './scheme.ts';
import { theme, variables } from './theme.ts';

/** Gives every page below its look, and the choice of light, dark or what the system says. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [manager] = useState(createSchemeManager);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} colorSchemeManager={manager} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}
