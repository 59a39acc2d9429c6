import { Navigate } from 'react-router';

/** Any path that is no page leads to the front page. Source: specification, section 2. */
export default function UnknownPage() {
  return <Navigate to="/" replace />;
}
