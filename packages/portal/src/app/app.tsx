import type { ReactElement } from 'react';
import { ToastProvider } from '../design/toast.js';
import { ErrorBoundary } from './error-boundary.js';
import { Layout } from './layout.js';
import { useRoute } from './route.js';
import { SessionProvider } from './session.js';
import { View } from './view.js';

export function App(): ReactElement {
  const route = useRoute();
  return (
    <ToastProvider>
      <SessionProvider>
        <Layout path={route.path}>
          <ErrorBoundary key={area(route.path)}>
            <View route={route} />
          </ErrorBoundary>
        </Layout>
      </SessionProvider>
    </ToastProvider>
  );
}

/** '/playground' of '/playground/detect': inside one area views keep their state. */
const area = (path: string): string => path.split('/').slice(0, 2).join('/');
