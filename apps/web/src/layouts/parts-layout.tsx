import { Outlet } from 'react-router';
import PartsProvider from '../theme/parts-provider.tsx';

/** Layout of all pages that are not public: they use Mantine. */
export default function PartsLayout() {
  return (
    <PartsProvider>
      <Outlet />
    </PartsProvider>
  );
}
