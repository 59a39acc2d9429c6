import { t } from '@lingui/core/macro';
import { themes } from './scheme.ts';
import { themeNames } from './theme-names.ts';
import { useTheme } from './use-theme.ts';
import classes from './theme-row.module.css';

/** The theme as a radio group. */
export function ThemeRow() {
  const [chosen, choose] = useTheme();
  return (
    <fieldset className={`row ${classes['row']}`}>
      <legend>{t`Theme`}</legend>
      {themes.map((theme) => (
        <label key={theme} className="row">
          <input
            type="radio"
            name="theme"
            value={theme}
            checked={theme === chosen}
            onChange={() => choose(theme)}
          />
          {themeNames[theme]}
        </label>
      ))}
    </fieldset>
  );
}
