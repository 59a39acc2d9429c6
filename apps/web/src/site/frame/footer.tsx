import { Button } from '../../ui/button.tsx';
import { Newsletter } from './newsletter.tsx';
import { SiteThemeMenu } from './theme-menu.tsx';
import classes from './footer.module.css';

/** The help center of visitors. A script replaces it by that of signed-in users. */
const help = '/help-center/public';

/** Links of the footer, in groups. */
const groups = [
  [
    'Product',
    [
      ['/', 'Home'],
      ['/#features', 'Features'],
      ['/#pricing', 'Pricing'],
      ['/integrations', 'Integrations'],
      ['/faq', 'FAQ'],
    ],
  ],
  [
    'Learn',
    [
      ['/guides', 'Guides'],
      ['/documentation', 'Documentation'],
      ['/blog', 'Blog'],
      [help, 'Help center'],
    ],
  ],
  [
    'Company',
    [
      ['/about', 'About'],
      ['/careers', 'Careers'],
      ['/press', 'Press'],
    ],
  ],
  [
    'Legal',
    [
      ['/privacy-policy', 'Privacy policy'],
      ['/terms-of-service', 'Terms of service'],
      ['/cookie-policy', 'Cookie policy'],
    ],
  ],
] as const;

/** The footer of the public pages. */
export function SiteFooter() {
  return (
    <footer className={classes['footer']}>
      <div className={`pageWidth ${classes['inner']}`}>
        <div className={classes['first']}>
          <a href="/" className={classes['logo']}>
            <Logo theme="light" className="whenLight" />
            <Logo theme="dark" className="whenDark" />
          </a>
          <p className="soft">Collaborative writing and editing for modern teams.</p>
          <Newsletter />
          <div className="row">
            <Button variant="default" data-open="contact">
              Contact Us
            </Button>
            <Button variant="default" data-open="demo">
              Schedule a Demo
            </Button>
            <SiteThemeMenu id="theme-of-footer" />
          </div>
        </div>
        <nav className={classes['groups']} aria-label="Footer">
          {groups.map(([name, links]) => (
            <div key={name}>
              <h2 className="plainHeading">{name}</h2>
              <ul>
                {links.map(([to, label]) => (
                  <li key={to}>
                    <a className="quietLink" href={to} data-help={to === help || undefined}>
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  );
}

function Logo({ theme, className }: { theme: 'light' | 'dark'; className: string }) {
  return (
    <img
      className={className}
      loading="lazy"
      src={`/logo-${theme}.svg`}
      alt="Longhand"
      width="141"
      height="42"
    />
  );
}
