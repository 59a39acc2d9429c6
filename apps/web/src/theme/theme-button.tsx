import { t } from '@lingui/core/macro';
import { IconMoon, IconSun } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import './theme-button.css';

/**
 * Button of the theme: a sun or a moon. CSS selects the icon, so that it is correct before the
 * first paint.
 */
export function ThemeButton(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-label={t`Change theme`}
      title={t`Change theme`}
      {...props}
      className="iconButton quietButton"
    >
      <IconSun className="whenLight" size={19} stroke={1.6} />
      <IconMoon className="whenDark" size={19} stroke={1.6} />
    </button>
  );
}
