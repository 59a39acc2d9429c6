import type { PartsLoader } from './parts-loader.ts';

/** Makes the newsletter form work. A subscription replaces it by the thanks. */
export function startNewsletter(parts: PartsLoader): void {
  const section = document.querySelector('[data-newsletter]');
  const form = section?.querySelector('form');
  const button = form?.querySelector('button');
  const thanks = section?.querySelector('p');
  if (!form || !button || !thanks) return;
  // Loaded while the address is typed, so that the result is shown at once, also without a network.
  const prepare = (): void => void parts.openHost().catch(ignore);
  form.addEventListener('focusin', prepare, { once: true });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.disabled) return;
    const { textContent } = button;
    button.disabled = true;
    button.textContent = button.dataset['busy'] ?? '';
    void subscribe(String(new FormData(form).get('email')), parts).then((isDone) => {
      button.disabled = false;
      button.textContent = textContent;
      form.hidden = isDone;
      thanks.hidden = !isDone;
    });
  });
}

/** Returns true if the address was subscribed. The reader sees a message about the result. */
async function subscribe(email: string, { askHost }: PartsLoader): Promise<boolean> {
  try {
    return await (await askHost()).subscribe(email.trim());
  } catch (error) {
    console.warn('A part of the page could not be loaded:', error);
    return false;
  }
}

const ignore = (): null => null;
