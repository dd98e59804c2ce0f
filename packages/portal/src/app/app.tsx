import { Component, type ReactElement, type ReactNode } from 'react';
import { SessionEnded } from '../account/session-ended.js';
import { ErrorState } from '../design/states.js';
import { ToastProvider } from '../design/toast.js';
import { PicturesProvider } from '../playground/photo/pictures.js';
import { PlaygroundProvider } from '../playground/playground-state.js';
import { Layout } from './layout.js';
import { Page } from './page.js';
import { useRoute } from './route.js';
import { SessionProvider } from './session.js';
import { View } from './view.js';

export function App(): ReactElement {
  const route = useRoute();
  return (
    <ToastProvider>
      <SessionProvider>
        <PlaygroundProvider>
          <PicturesProvider>
            <Layout path={route.path}>
              <ErrorBoundary key={area(route.path)}>
                <View route={route} />
              </ErrorBoundary>
              <SessionEnded />
            </Layout>
          </PicturesProvider>
        </PlaygroundProvider>
      </SessionProvider>
    </ToastProvider>
  );
}

/** '/playground' of '/playground/detect': views of one area keep their state. */
const area = (path: string): string => path.split('/').slice(0, 2).join('/');

interface Props {
  readonly children: ReactNode;
}

/** Shows a message instead of a view that crashed or could not be loaded. */
class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    const message = 'Part of this page could not be loaded. Check your connection and reload the page.';
    return (
      <Page title="Something went wrong">
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
