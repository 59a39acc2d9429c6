import { useId, useRef, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { useSubscribe } from './use-send-message.ts';
import classes from './newsletter-box.module.css';

/** Newsletter form in the footer of public pages, replaced by a confirmation. */
export function NewsletterBox() {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const subscribe = useSubscribe();
  const show = useToast();

  function submit(event: FormEvent): void {
    event.preventDefault();
    // Read from the field itself: a value that the browser filled in before hydration is not in any
    // state.
    const email = field.current?.value ?? '';
    if (!email.includes('@')) {
      show({
        title: 'Invalid email',
        text: 'Please enter a valid email address.',
        isDestructive: true,
      });
      return;
    }
    subscribe.mutate(email.trim(), {
      onSuccess: () =>
        show({
          title: 'Successfully subscribed!',
          text: 'Thank you for subscribing to our newsletter.',
        }),
      onError: () =>
        show({
          title: 'Subscription failed',
          text: 'There was a problem subscribing to the newsletter. Please try again.',
          isDestructive: true,
        }),
    });
  }

  if (subscribe.isSuccess)
    return <p className={classes['thanks']}>Thank you for subscribing to our newsletter.</p>;
  return (
    <form className={classes['box']} onSubmit={submit} noValidate>
      <label htmlFor={id}>Newsletter</label>
      <div className={classes['row']}>
        <input
          id={id}
          type="email"
          autoComplete="email"
          placeholder="you@example.org"
          ref={field}
        />
        <Button type="submit" disabled={subscribe.isPending}>
          {subscribe.isPending ? 'Subscribing...' : 'Subscribe'}
        </Button>
      </div>
    </form>
  );
}
