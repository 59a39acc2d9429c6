import { Button } from '../../ui/button.tsx';
import classes from './newsletter.module.css';

/** Newsletter form in the footer. A subscription replaces it by the thanks. */
export function Newsletter() {
  return (
    <div data-newsletter>
      <form className={classes['box']} noValidate>
        <label htmlFor="newsletter">Newsletter</label>
        <div className={classes['row']}>
          <input
            id="newsletter"
            name="email"
            type="email"
            autoComplete="email"
            placeholder="you@example.org"
          />
          <Button type="submit">Subscribe</Button>
        </div>
      </form>
      <p hidden>Thank you for subscribing to our newsletter.</p>
    </div>
  );
}
