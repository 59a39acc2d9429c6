import { MantineProvider } from '@mantine/core';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { createSchemeManager } from './scheme.ts';
import { theme } from './theme.ts';
import './mantine.css';
import './variables.css';

const IsInside = createContext(false);

/**
 * Provides Mantine's theme. Pages of signed-in users are wrapped in it; public pages load it with
 * the first dialog or menu. A nested provider adds nothing. Mantine's own `style` element is
 * disabled, because the content security policy would refuse it. Its variables are in
 * `variables.css`.
 */
export default function PartsProvider({ children }: { children: ReactNode }) {
  const isInside = useContext(IsInside);
  const [manager] = useState(createSchemeManager);
  if (isInside) return children;
  return (
    <IsInside value>
      <MantineProvider
        theme={theme}
        withCssVariables={false}
        withGlobalClasses={false}
        colorSchemeManager={manager}
        defaultColorScheme="auto"
      >
        {children}
      </MantineProvider>
    </IsInside>
  );
}
