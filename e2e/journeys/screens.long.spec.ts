import { lookAtScreens, looks } from './screens/screens.ts';

lookAtScreens('wide and narrow, light and dark', () => looks);
