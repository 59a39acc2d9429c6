import type { PartsLoader } from './parts-loader.ts';

/**
 * Makes the buttons of dialogs and actions work: they load their code at the first press, and are
 * busy until it runs.
 */
export function startOpeners(parts: PartsLoader): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-open]'))
    button.addEventListener('click', () => void open(button, parts));
}

async function open(button: HTMLButtonElement, { askHost }: PartsLoader): Promise<void> {
  if (button.ariaBusy === 'true') return;
  button.ariaBusy = 'true';
  try {
    const host = await askHost();
    switch (button.dataset['open']) {
      case 'demo':
        return host.open('demo');
      case 'contact':
        return host.open('contact');
      case 'sign-out':
        return host.open('sign-out');
      default:
        return await tryDemo(button, host.tryDemo);
    }
  } catch (error) {
    console.warn('A part of the page could not be loaded:', error);
  } finally {
    button.ariaBusy = null;
  }
}

/** The button stays disabled after a success, because the page is left. */
async function tryDemo(button: HTMLButtonElement, enter: () => Promise<boolean>): Promise<void> {
  const { textContent } = button;
  button.disabled = true;
  button.textContent = button.dataset['busy'] ?? '';
  if (await enter()) return;
  button.disabled = false;
  button.textContent = textContent;
}
