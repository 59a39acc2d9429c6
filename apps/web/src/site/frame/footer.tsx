import { t } from '@lingui/core/macro';
import { languageNames, type Language } from '@longhand/contract';
import { IconWorld } from '@tabler/icons-react';
import { language } from '../../language/language.ts';
import { Button } from '../../ui/button.tsx';
import { Newsletter } from './newsletter.tsx';
import { SiteThemeMenu } from './theme-menu.tsx';
import classes from './footer.module.css';

/** The help center of visitors. A script replaces it by that of signed-in users. */
const help = '/help-center/public';

/**
 * Links of the footer, in groups. The server replaces the address of a link with a name by that
 * which its administrators set: `withServerLinks` in `http/branded-pages.ts`. A link without an
 * address of its own is hidden until then.
 */
const groups = [
  [
    t`Product`,
    [
      ['/', t`Home`],
      ['/#features', t`Features`],
      ['/#pricing', t`Pricing`],
      ['/integrations', t`Integrations`],
      ['/faq', t`FAQ`],
    ],
  ],
  [
    t`Learn`,
    [
      ['/guides', t`Guides`],
      ['/documentation', t`Documentation`],
      ['/blog', t`Blog`],
      [help, t`Help center`],
    ],
  ],
  [
    t`Company`,
    [
      ['/about', t`About`],
      ['/careers', t`Careers`],
      ['/press', t`Press`],
    ],
  ],
  [
    t`Legal`,
    [
      ['', t`Imprint`, 'imprintUrl'],
      ['/privacy-policy', t`Privacy policy`, 'privacyUrl'],
      ['/terms-of-service', t`Terms of service`],
      ['/cookie-policy', t`Cookie policy`],
    ],
  ],
] as const;

/** The footer of the public pages. `languages`: those in which the pages are built. */
export function SiteFooter({ languages }: { languages: readonly string[] }) {
  return (
    <footer className={classes['footer']}>
      <div className={`pageWidth ${classes['inner']}`}>
        <div className={`stack ${classes['first']}`}>
          <a href="/" className={classes['logo']}>
            <Logo theme="light" className="whenLight" />
            <Logo theme="dark" className="whenDark" />
          </a>
          <p className="soft">{t`Collaborative writing and editing for modern teams.`}</p>
          <Newsletter />
          <div className="row">
            <Button variant="default" data-open="contact">
              {t`Contact Us`}
            </Button>
            <Button variant="default" data-open="demo">
              {t`Schedule a Demo`}
            </Button>
            <SiteThemeMenu id="theme-of-footer" />
          </div>
          {languages.length > 1 && <LanguageLinks languages={languages} />}
        </div>
        <nav className={classes['groups']} aria-label={t`Footer`}>
          {groups.map(([name, links]) => (
            <div key={name}>
              <h2 className="plainHeading">{name}</h2>
              <ul className="stack">
                {links.map(([to, label, link]) => (
                  <li key={label} hidden={to === ''} data-server-link={link}>
                    <a href={to} className="quietLink" data-help={to === help || undefined}>
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

/**
 * Links to the page in each language. Visitors choose by them; the server stores the choice. That
 * of signed-in users is in their settings.
 */
function LanguageLinks({ languages }: { languages: readonly string[] }) {
  return (
    <nav aria-label={t`Language`} className={`strip ${classes['languages']}`}>
      <IconWorld size={16} stroke={1.6} aria-hidden="true" />
      <ul className="row" data-for="visitor">
        {languages.map((each) => (
          <li key={each}>
            <a
              className="quietLink"
              href={`?lang=${each}`}
              hrefLang={each}
              lang={each}
              aria-current={each === language || undefined}
            >
              {languageNames[each as Language]}
            </a>
          </li>
        ))}
      </ul>
      <a className="quietLink" href="/settings?tab=appearance" data-for="member">
        {t`Change the language`}
      </a>
    </nav>
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
