import { Component, type ReactNode } from 'react';
import { ErrorState } from '../design/error-state.js';
import { Page } from './page.js';

interface Props {
  readonly children: ReactNode;
}

/** A bug in one view, or a part of the page that could not be fetched, leaves words and a way on. */
export class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    const message = 'A part of this page could not be shown. Check your connection and load the page again.';
    return (
      <Page title="Something is missing">
        <ErrorState
          failure={{ kind: 'unreachable', message }}
          onRetry={() => {
            location.reload();
          }}
        />
      </Page>
    );
  }
}
