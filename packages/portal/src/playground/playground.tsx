import type { ReactElement } from 'react';
import { Page } from '../app/page.js';

export default function Playground({ panel }: { readonly panel: string }): ReactElement {
  return <Page title="Playground">{panel}</Page>;
}
