import { Link } from 'react-router';
import { NewsletterBox } from '../features/messages/newsletter-box.tsx';
import { ContactButton, DemoButton } from '../features/messages/contact-buttons.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';
import { ThemeMenu } from '../theme/theme-menu.tsx';
import classes from './site-footer.module.css';

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
      <div className={classes['inner']}>
        <div className={classes['first']}>
          <Link to="/" className={classes['logo']}>
            <img
              className="whenLight"
              loading="lazy"
              src="/logo-light.svg"
              alt="Longhand"
              width="141"
              height="42"
            />
            <img
              className="whenDark"
              loading="lazy"
              src="/logo-dark.svg"
              alt="Longhand"
              width="141"
              height="42"
            />
          </Link>
          <p>Collaborative writing and editing for modern teams.</p>
          <NewsletterBox />
          <div className={classes['ways']}>
            <ContactButton />
            <span className={classes['demo']}>
              <DemoButton look="default" />
            </span>
            <ThemeMenu />
          </div>
        </div>
        <nav className={classes['groups']} aria-label="Footer">
          {groups.map(([name, links]) => (
            <div key={name}>
              <h2>{name}</h2>
              <ul>
                {links.map(([to, label]) => (
                  <li key={to}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
                {name === 'Learn' && (
                  <li>
                    <HelpLink />
                  </li>
                )}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  );
}

/** Link to the help center: that of signed-in users, or the public one. */
function HelpLink() {
  const { data: user } = useCurrentUser();
  return <Link to={user ? '/help-center' : '/help-center/public'}>Help center</Link>;
}
