import { Outlet } from 'react-router';
import { RunningAnnouncements } from '../features/announcements/RunningAnnouncements.tsx';
import { ConfirmFirst } from '../session/ConfirmFirst.tsx';
import { RequireUser } from '../session/RequireUser.tsx';
import { EventsListener } from '../session/EventsListener.tsx';
import { KeptSender } from '../session/KeptSender.tsx';
import { RenewedPages } from '../session/RenewedPages.tsx';
import { CommandCenter } from './CommandCenter.tsx';

/** Around every page that needs somebody signed in. Words left behind by an earlier page are sent from here. */
export default function ProtectedLayout() {
  return (
    <RequireUser>
      <ConfirmFirst>
        <KeptSender />
        <EventsListener />
        <RenewedPages />
        <RunningAnnouncements />
        <CommandCenter>
          <Outlet />
        </CommandCenter>
      </ConfirmFirst>
    </RequireUser>
  );
}
