import { t } from '@lingui/core/macro';
import type { User } from '@longhand/contract';
import { IconHelpCircle } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { Avatar } from '../ui/avatar.tsx';
import classes from './work-layout.module.css';

/** Button of the help menu. */
export function HelpButton(props: ComponentPropsWithRef<'button'>) {
  return (
    <button
      {...props}
      type="button"
      className={`iconButton ${classes['roomy']}`}
      aria-label={t`Help`}
      title={t`Help`}
    >
      <IconHelpCircle size={19} stroke={1.6} />
    </button>
  );
}

/** Button of the account menu. */
export function AccountButton({
  user,
  ...props
}: { user: User } & ComponentPropsWithRef<'button'>) {
  return (
    <button
      {...props}
      type="button"
      className={classes['account']}
      aria-label={t`Account of ${{ name: user.name }}`}
    >
      <Avatar name={user.name} color={user.avatarColor} label={null} size={30} />
    </button>
  );
}
