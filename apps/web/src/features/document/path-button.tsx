import { t } from '@lingui/core/macro';
import { IconDots } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import classes from './document-bar.module.css';

/** Button of the menu with the outer ancestors of a document. */
export function PathButton(rest: ComponentPropsWithRef<'button'>) {
  return (
    <button
      type="button"
      className={`iconButton ${classes['path']}`}
      aria-label={t`Documents above`}
      title={t`Documents above`}
      aria-haspopup="menu"
      {...rest}
    >
      <IconDots size={16} stroke={1.6} aria-hidden="true" />
    </button>
  );
}
