import { Outlet } from 'react-router';
import { ConfirmFirst } from '../session/confirm-first.tsx';
import { Later } from '../ui/later.tsx';
import { RequireUser } from '../session/require-user.tsx';
import { afterwards } from '../ui/on-demand.tsx';
import { EventsListener } from './events-listener.tsx';
import { OutboxFlusher } from './outbox-flusher.tsx';
import { RenewedPages } from './renewed-pages.tsx';
import { FactorFirst } from './factor-first.tsx';
import { CommandCenter } from './command-center.tsx';

const RunningAnnouncements = afterwards(
  () => import('../features/announcements/running-announcements.tsx'),
);

/**
 * Layout of all pages that require a signed-in user. Also sends unsent changes of earlier pages.
 */
export default function ProtectedLayout() {
  return (
    <RequireUser>
      <ConfirmFirst>
        <FactorFirst>
          <OutboxFlusher />
          <EventsListener />
          <RenewedPages />
          <Later>
            <RunningAnnouncements />
          </Later>
          <CommandCenter>
            <Outlet />
          </CommandCenter>
        </FactorFirst>
      </ConfirmFirst>
    </RequireUser>
  );
}
