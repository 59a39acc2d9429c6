import { Outlet } from 'react-router';
import { RunningAnnouncements } from '../features/announcements/RunningAnnouncements.tsx';
import { ConfirmFirst } from '../session/ConfirmFirst.tsx';
import { RequireUser } from '../session/RequireUser.tsx';
import { EventsListener } from '../session/EventsListener.tsx';
import { OutboxFlusher } from '../session/KeptSender.tsx';
import { RenewedPages } from '../session/RenewedPages.tsx';
import { CommandCenter } from './CommandCenter.tsx';

/**
 * Layout of all pages that require a signed-in user. Also sends unsent changes of earlier pages.
 */
export default function ProtectedLayout() {
  return (
    <RequireUser>
      <ConfirmFirst>
        <OutboxFlusher />
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
