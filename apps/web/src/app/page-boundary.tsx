import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { PageFailure } from '../ui/page-failure.tsx';

type Props = { readonly children: ReactNode; readonly place: string };
type State = { readonly error: unknown; readonly hasFailed: boolean; readonly place: string };

class Boundary extends Component<Props, State> {
  override state: State = { error: null, hasFailed: false, place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, hasFailed: true };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): Partial<State> | null {
    return place === state.place ? null : { error: null, hasFailed: false, place };
  }

  override render(): ReactNode {
    const { error, hasFailed } = this.state;
    if (!hasFailed) return this.props.children;
    return <PageFailure detail={error instanceof Error ? error.message : ''} />;
  }
}

/**
 * Shows the error page instead of a page that throws, until the next navigation. Typed text is
 * stored on the device, and the page says so.
 */
export function PageBoundary({ children }: { children: ReactNode }) {
  return <Boundary place={useLocation().key}>{children}</Boundary>;
}
