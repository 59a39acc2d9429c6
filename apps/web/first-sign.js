/**
 * Stands in public pages instead of the application, and starts it at the first sign of a person: until then they are read, and for that
 * nothing has to be fetched. Called with the address of what starts the page and with those of its parts. What is pressed, sent or typed
 * before the page lives is kept and done again on the same elements once it does. Links work by themselves.
 */
export default (entry, parts) => {
  const page = document.documentElement;
  const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'click', 'input', 'submit', 'scroll', 'wheel'];
  const held = new Set();
  const typed = new Map();
  let pressed = null;
  let left = null;
  let isComing = false;

  const seen = (event) => {
    // Browsers dispatch a move by themselves where the pointer rests on a page that was laid out: nobody moved it.
    if (event.type === 'pointermove' && event.movementX === 0 && event.movementY === 0) return;
    page.dataset.seen = '';
    if (event.type === 'pointerdown') pressed = event;
    if (event.type === 'keydown') left = event.key === 'Escape' ? event.target : null;
    if (event.type === 'input' && 'value' in event.target) typed.set(event.target, event.target.value);
    const element = event.type === 'submit' ? event.target : event.type === 'click' && event.target.closest?.('button');
    if (element) {
      keepFilled(element);
      event.preventDefault();
      event.stopImmediatePropagation();
      held.add(element);
      element.setAttribute('aria-busy', 'true');
    }
    start();
  };

  // Autofill may tell of a value by no event of its own before the page lives, or by one that comes before these listeners.
  const keepFilled = (element) => {
    for (const field of (element.form ?? element).elements ?? []) {
      if ('defaultValue' in field && field.value !== field.defaultValue) typed.set(field, field.value);
    }
  };

  const start = () => {
    if (isComing) return;
    isComing = true;
    for (const href of parts) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    import(entry).catch(failed);
  };

  // Not there any more where another build has taken this one's place: then the page is opened anew. Otherwise the next sign tries again.
  const failed = async () => {
    const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => null);
    if (answer?.ok && !(await answer.text()).includes(entry)) location.reload();
    // Also what was pressed while this was asked.
    for (const element of held) element.removeAttribute('aria-busy');
    held.clear();
    isComing = false;
  };

  // The page has values of its own: what was typed is typed again, so that it hears of it.
  const type = (field, value) => {
    const { selectionStart, selectionEnd } = field;
    field.value = `${value}.`;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
    if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };

  const lives = () => {
    for (const sign of signs) removeEventListener(sign, seen, true);
    for (const [field, value] of typed) if (field.isConnected) type(field, value);
    if (pressed) {
      const { target, clientX, clientY } = pressed;
      target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, clientX, clientY }));
    }
    left?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    // React renders what was typed in a microtask: a form sent before that would be sent with the old values.
    setTimeout(() => {
      for (const element of held) {
        element.removeAttribute('aria-busy');
        if (element.requestSubmit) element.requestSubmit();
        else element.click();
      }
    });
  };

  for (const sign of signs) {
    addEventListener(sign, seen, { capture: true, passive: sign !== 'click' && sign !== 'submit' });
  }
  addEventListener('page-lives', lives, { once: true });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', start, { once: true });
  if (location.search || location.hash) start();
};
