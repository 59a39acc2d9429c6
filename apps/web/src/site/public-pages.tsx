import { t } from '@lingui/core/macro';
import * as about from './pages/about.tsx';
import { articlePages } from './pages/article.tsx';
import * as blog from './pages/blog.tsx';
import * as careers from './pages/careers.tsx';
import * as cookies from './pages/cookie-policy.tsx';
import * as documentation from './pages/documentation.tsx';
import * as faq from './pages/faq.tsx';
import * as guides from './pages/guides.tsx';
import * as help from './pages/help.tsx';
import * as integrations from './pages/integrations.tsx';
import * as landing from './pages/landing.tsx';
import * as press from './pages/press.tsx';
import * as privacy from './pages/privacy-policy.tsx';
import * as terms from './pages/terms-of-service.tsx';
import type { PublicPage } from './public-page.ts';

/** The single pages, by path. A page at several paths names the first of them as its own. */
const single = {
  '/': landing,
  '/home': landing,
  '/about': about,
  '/blog': blog,
  '/integrations': integrations,
  '/press': press,
  '/faq': faq,
  '/guides': guides,
  '/documentation': documentation,
  '/careers': careers,
  '/careers/apply': careers,
  '/careers/apply/general': careers,
  '/help-center/public': help,
  '/privacy-policy': privacy,
  '/terms-of-service': terms,
  '/cookie-policy': cookies,
};

/** All public pages. */
export const publicPages: readonly PublicPage[] = [
  ...Object.entries(single).map(([path, { facts, default: Page }]) => ({
    path,
    facts,
    content: <Page />,
  })),
  ...articlePages({ folder: 'blog', path: '/blog', name: t`Blog` }),
  ...articlePages({ folder: 'guides', path: '/guides', name: t`Guides` }),
  ...articlePages({ folder: 'documentation', path: '/documentation', name: t`Documentation` }),
  ...articlePages({ folder: 'help', path: '/help-center/public', name: t`Help center` }),
];
