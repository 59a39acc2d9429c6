import { alone, lookAtScreens, looks } from './looks/screens.ts';

// Every screen in one look, and every look at a quarter of the screens. `screens.long.spec.ts` has
// every screen in every look.
lookAtScreens('in one of four looks', (number) => alone(looks[number % looks.length]));
