import { Navigate } from 'react-router';

/** Redirects unknown paths to the front page. Source: specification, section 2. */
export default function UnknownPage() {
  return <Navigate to="/" replace />;
}
