import { Outlet } from 'react-router';
import PartsProvider from '../theme/PartsProvider.tsx';

/** Around every page that is not a public one: all of them are made of Mantine's parts. */
export default function PartsLayout() {
  return (
    <PartsProvider>
      <Outlet />
    </PartsProvider>
  );
}
