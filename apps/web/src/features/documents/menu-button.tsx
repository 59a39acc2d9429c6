import { t } from '@lingui/core/macro';
import type { Document } from '@longhand/contract';
import { IconDots } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { displayTitle } from '../../language/display-title.ts';
import classes from './document-list.module.css';

/** Button of a document's menu. */
export function MenuButton({
  document,
  ...rest
}: { document: Document } & ComponentPropsWithRef<'button'>) {
  return (
    <button
      type="button"
      className={`iconButton ${classes['button']}`}
      aria-label={t`Actions for ${{ title: displayTitle(document.title) }}`}
      {...rest}
    >
      <IconDots size={18} stroke={1.6} />
    </button>
  );
}
