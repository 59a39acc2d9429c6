import { MantineProvider } from '@mantine/core';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { createSchemeManager } from './scheme.ts';
import { theme } from './theme.ts';
import './mantine.css';
import './variables.css';

const IsInside = createContext(false);

/**
 * Gives Mantine's parts below it their look. Pages of signed-in people have it around them; on public pages it comes with the first
 * dialog or menu that is opened, and not before. Where it is already around, it adds nothing. Mantine writes no `style` element of its
 * own, which the content security policy would refuse: its variables are in `variables.css`.
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
