import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import classes from './public-layout.module.css';

/** Header and footer around the public pages. */
export default function PublicLayout() {
  useHashScroll();
  return (
    <div className={classes['page']}>
      <SiteHeader />
      <Outlet />
      <SiteFooter />
    </div>
  );
}

/**
 * Scrolls to the target of a hash link, also if the element renders after the press, and on a
 * repeated press.
 */
function useHashScroll(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const part =
      hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    part?.scrollIntoView();
  }, [hash, key]);
}
