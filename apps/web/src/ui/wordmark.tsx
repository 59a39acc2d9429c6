import { branding, serverName } from './branding.ts';
import classes from './wordmark.module.css';

/** Logo of this server: its picture, or its name with one stroke under it. */
export function Wordmark() {
  const { light, dark } = branding().logos;
  if (light !== null || dark !== null)
    return (
      <span className={classes['logo']}>
        <Logo src={light ?? dark} shownIn={light !== null && dark !== null ? 'light' : undefined} />
        {light !== null && dark !== null && <Logo src={dark} shownIn="dark" />}
      </span>
    );
  return (
    <span className={classes['mark']}>
      {serverName()}
      <svg viewBox="0 0 100 6" aria-hidden="true" preserveAspectRatio="none">
        <path
          d="M1 4.2C22 1.2 58 1.4 99 3"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
        />
      </svg>
    </span>
  );
}

/** One variant of the logo. `shownIn`: the theme in which it is shown; undefined: in both. */
function Logo({ src, shownIn }: { src: string | null; shownIn: 'light' | 'dark' | undefined }) {
  return <img src={src ?? ''} alt={serverName()} data-shown-in={shownIn} />;
}
