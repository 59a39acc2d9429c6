import { IconMoon, IconSun } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import './ThemeButton.css';

/** The button of the theme: a sun by day, a moon by night. Which of the two is left to CSS, so that it is right before the first paint. */
export function ThemeButton(props: ComponentProps<'button'>) {
  return (
    <button type="button" aria-label="Change theme" title="Change theme" {...props} className="quietButton">
      <IconSun className="whenLight" size={19} stroke={1.6} />
      <IconMoon className="whenDark" size={19} stroke={1.6} />
    </button>
  );
}
