import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import classes from './PublicLayout.module.css';

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

/** A link to a part of a page goes there, also when the part comes after the link was pressed, and when it is pressed again. */
function useHashScroll(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const part = hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    part?.scrollIntoView();
  }, [hash, key]);
}
