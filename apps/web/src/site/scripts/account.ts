import type { User } from '@longhand/contract';
import { hasToast } from '../../session/carry-over.ts';
import { onFirstInteraction } from '../../ui/first-interaction.ts';
import { tabStorage } from '../../ui/storage.ts';
import type { PartsLoader } from './parts-loader.ts';

const page = document.documentElement;

/**
 * Shows the parts of the page for visitors or for signed-in users. The server sends browsers with a
 * session the variant for members, and the session is checked here: at once, and whenever the page
 * is shown again.
 */
export async function followAccount({ openHost }: PartsLoader): Promise<void> {
  if (hasToast(tabStorage)) void openHost().catch(ignore);
  if (page.dataset['account'] === 'visitor') {
    onFirstInteraction(() => void hideTrial());
    return;
  }
  await showAccount();
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void showAccount();
  });
}

async function showAccount(): Promise<void> {
  const answer = await get('/api/v1/user/me');
  // Without an answer, the session may still be valid.
  if (answer === null || (!answer.ok && answer.status !== 401)) return;
  const user = answer.ok ? ((await answer.json()) as User) : null;
  page.dataset['account'] = user ? 'member' : 'visitor';
  page.toggleAttribute('data-admin', user?.isAdmin === true);
  for (const link of document.querySelectorAll('[data-help]'))
    link.setAttribute('href', user ? '/help-center' : '/help-center/public');
}

/** Removes the button of the demo if the server has none. */
async function hideTrial(): Promise<void> {
  const button = document.querySelector('[data-open="trial"]');
  const answer = button && (await get('/api/v1/settings'));
  if (answer?.ok && !((await answer.json()) as { demo: boolean }).demo) button?.remove();
}

/** Sends a GET as `caller.ts` does. Returns null if the server cannot be reached. */
function get(path: string): Promise<Response | null> {
  return fetch(`${path}?_=${Date.now()}`, {
    cache: 'no-store',
    headers: { Accept: 'application/json' },
  }).catch(ignore);
}

const ignore = (): null => null;
