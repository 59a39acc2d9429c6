/** Interactions that start the hydration. */
const signs = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'keydown',
  'focusin',
  'click',
  'input',
  'submit',
  'scroll',
  'wheel',
];

// React controls the values: dispatch the typed text again as input.
const type = (field, value) => {
  const { selectionStart, selectionEnd } = field;
  field.value = `${value}.`;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

const perform = (held) => {
  for (const element of held) {
    element.removeAttribute('aria-busy');
    if (element.requestSubmit) element.requestSubmit();
    else element.click();
  }
};

/** Creates the record of the interactions before hydration. It prevents clicks and submissions. */
const createRecord = () => {
  const held = new Set();
  const typed = new Map();
  let pressed = null;
  let left = null;

  // Autofill may change a value without an event, or before these listeners are registered.
  const keepFilled = (element) => {
    for (const field of (element.form ?? element).elements ?? []) {
      if ('defaultValue' in field && field.value !== field.defaultValue)
        typed.set(field, field.value);
    }
  };

  return {
    add(event) {
      if (event.type === 'pointerdown') pressed = event;
      if (event.type === 'keydown') left = event.key === 'Escape' ? event.target : null;
      if (event.type === 'input' && 'value' in event.target)
        typed.set(event.target, event.target.value);
      const element =
        event.type === 'submit'
          ? event.target
          : event.type === 'click' && event.target.closest?.('button');
      if (element) {
        keepFilled(element);
        event.preventDefault();
        event.stopImmediatePropagation();
        held.add(element);
        element.setAttribute('aria-busy', 'true');
      }
    },
    /** Drops the clicks and submissions, because no script will handle them. */
    drop() {
      for (const element of held) element.removeAttribute('aria-busy');
      held.clear();
    },
    replay() {
      for (const [field, value] of typed) if (field.isConnected) type(field, value);
      if (pressed) {
        const { target, clientX, clientY } = pressed;
        target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, clientX, clientY }));
      }
      left?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
      );
      // React renders input in a microtask: a form submitted earlier would have the old values.
      setTimeout(() => perform(held));
    },
  };
};

/**
 * Fetches a file into the cache of the browser. Some browsers never fetch a module again after a
 * failure, so that nothing is imported before all of it is there.
 */
const fetchFile = async (href) => {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(`${href} is missing`);
  await answer.arrayBuffer();
};

/** Returns the function that fetches the scripts, unless they are being fetched already. */
const createStart = (entry, parts, onFailure) => {
  let isComing = false;
  let isAskedAgain = false;

  // Missing if another build has replaced this one: reload the page. Otherwise the next interaction
  // tries again.
  const failed = async () => {
    const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => null);
    if (answer?.ok && !(await answer.text()).includes(entry)) location.reload();
    isComing = false;
    // The network may have returned before a press during the request: it is not dropped untried.
    if (isAskedAgain) start(false);
    else onFailure();
  };

  /** Fetches the scripts. `isPress`: the interaction waits for them. */
  const start = (isPress) => {
    if (isComing) {
      isAskedAgain ||= isPress;
      return;
    }
    [isComing, isAskedAgain] = [true, false];
    Promise.all(parts.map(fetchFile))
      .then(() => import(entry))
      .catch(failed);
  };
  return start;
};

/**
 * Defers the hydration of public pages until the first interaction: a page that is only read
 * fetches no script. Called with the address of the entry script and those of its parts. Clicks,
 * submitted forms and input before hydration are recorded and replayed on the same elements
 * afterwards. Links work without it.
 */
export default (entry, parts) => {
  const record = createRecord();
  const start = createStart(entry, parts, record.drop);

  const seen = (event) => {
    // Browsers dispatch a move after layout although the pointer rests.
    if (event.type === 'pointermove' && event.movementX === 0 && event.movementY === 0) return;
    document.documentElement.dataset.seen = '';
    record.add(event);
    start(event.type === 'click' || event.type === 'submit');
  };

  const lives = () => {
    for (const sign of signs) removeEventListener(sign, seen, true);
    record.replay();
  };

  for (const sign of signs) {
    addEventListener(sign, seen, { capture: true, passive: sign !== 'click' && sign !== 'submit' });
  }
  addEventListener('page-lives', lives, { once: true });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => start(false), {
    once: true,
  });
  if (location.search || location.hash) start(false);
};
