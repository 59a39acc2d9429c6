import { t } from '@lingui/core/macro';
import { IconBell } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useUnread } from './use-notifications.ts';
import classes from './notifications.module.css';

/** Link to the notifications, with the number of unread ones. */
export function Bell() {
  const unread = useUnread();
  const name = unread === 0 ? t`Notifications` : t`Notifications, ${unread} unread`;
  return (
    <Link
      to="/notifications"
      className={`iconButton ${classes['bell']}`}
      aria-label={name}
      title={name}
    >
      <IconBell size={19} stroke={1.6} aria-hidden="true" />
      {unread > 0 && <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>}
    </Link>
  );
}
