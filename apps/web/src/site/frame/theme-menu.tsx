import { t } from '@lingui/core/macro';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { themes } from '../../theme/scheme.ts';
import { themeNames } from '../../theme/theme-names.ts';
import { ThemeButton } from '../../theme/theme-button.tsx';
import '../../ui/menu.css';

const icons = { light: IconSun, dark: IconMoon, system: IconDeviceDesktop };

/** Menu of the three themes, as `theme-menu.ts` of the scripts expects it. `id`: of its popover. */
export function SiteThemeMenu({ id }: { id: string }) {
  return (
    <>
      <ThemeButton
        id={`${id}-button`}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded="false"
      />
      <div
        id={id}
        className="float menu"
        popover="auto"
        role="menu"
        aria-labelledby={`${id}-button`}
        data-theme-menu
      >
        {themes.map((theme) => {
          const Icon = icons[theme];
          return (
            <button key={theme} type="button" role="menuitem" tabIndex={-1} data-theme={theme}>
              <Icon size={16} stroke={1.6} />
              <span>{themeNames[theme]}</span>
              <span className="menuEnd">
                <IconCheck size={14} aria-label={t`chosen`} />
              </span>
            </button>
          );
        })}
      </div>
    </>
  );
}
