import { useMantineColorScheme } from '@mantine/core';
import { schemeOf, themeOf, themes, type Theme } from './scheme.ts';
import classes from './ThemeRow.module.css';

const names: Record<Theme, string> = { light: 'Light', dark: 'Dark', system: 'System' };

/** The theme as a choice among three. */
export function ThemeRow() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chosen = themeOf(colorScheme);
  return (
    <fieldset className={classes['row']}>
      <legend>Theme</legend>
      {themes.map((theme) => (
        <label key={theme}>
          <input
            type="radio"
            name="theme"
            value={theme}
            checked={theme === chosen}
            onChange={() => setColorScheme(schemeOf(theme))}
          />
          {names[theme]}
        </label>
      ))}
    </fieldset>
  );
}
