/**
 * The script of the public pages: it is part of their HTML, so that no press waits for a request.
 * Further code is loaded by a press or at the first interaction (`parts.ts`).
 */
import { followTheme } from '../../theme/scheme.ts';
import { followAccount } from './account.ts';
import { startArticleFilter } from './article-filter.ts';
import { startArticleSearch } from './article-search.ts';
import { startNewsletter } from './newsletter.ts';
import { startOpeners } from './openers.ts';
import { createPartsLoader } from './parts-loader.ts';
import { startSheet } from './sheet.ts';
import { startSiteMenu } from './site-menu.ts';
import { startThemeMenus } from './theme-menus.ts';

const parts = createPartsLoader();
followTheme();
startThemeMenus();
startSiteMenu();
startOpeners(parts);
startNewsletter(parts);
startArticleFilter();
startArticleSearch(parts);
startSheet(parts);
void followAccount(parts);
