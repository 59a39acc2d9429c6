import { useEffect } from 'react';

/** Redirects unknown paths to the front page, which is not a page of the application. */
export default function UnknownPage() {
  useEffect(() => location.replace('/'), []);
  return <main id="main" aria-busy="true" />;
}
