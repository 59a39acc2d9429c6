import { Navigate } from 'react-router';

/** Redirects unknown paths to the front page. */
export default function UnknownPage() {
  return <Navigate to="/" replace />;
}
