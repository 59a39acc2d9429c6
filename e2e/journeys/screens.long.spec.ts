import { lookAtScreens, looks } from './looks/screens.ts';

lookAtScreens('wide and narrow, light and dark', () => looks);
