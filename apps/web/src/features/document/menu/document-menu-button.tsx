import { t } from '@lingui/core/macro';
import { IconDots } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import classes from '../document-bar.module.css';

/** Button of the open document's menu. */
export function DocumentMenuButton(props: ComponentPropsWithRef<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className={`iconButton close ${classes['quiet']}`}
      aria-label={t`Document menu`}
      title={t`Document menu`}
    >
      <IconDots size={19} stroke={1.6} aria-hidden="true" />
    </button>
  );
}
