import { isApple, keyParts } from './key-name.ts';
import classes from './kbd.module.css';

/** Renders a key binding as keys. `keys` as in `Mod-Shift-S`. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className={`rigid tight ${classes['keys']}`}>
      {keyParts(keys, isApple()).map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
