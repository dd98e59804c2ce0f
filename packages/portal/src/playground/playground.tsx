import { useEffect, type ReactElement } from 'react';
import { Page } from '../app/page.js';
import { navigate } from '../app/route.js';
import { EmptyState } from '../design/empty-state.js';
import { ButtonLink } from '../design/button.js';
import { Tabs } from '../design/tabs.js';
import { DetectPanel } from './detect/detect-panel.js';
import { MatchPanel } from './match/match-panel.js';
import { SearchPanel } from './search/search-panel.js';
import { NoPlanNotice } from './states/no-plan-notice.js';
import { VectorPanel } from './vector/vector-panel.js';
import { WorkbenchProvider } from './workbench.js';
import './playground.css';
import './faces/faces.css';
import './results.css';

const PANELS = {
  detect: {
    label: 'Detect',
    lead: 'Every face of a photo: where it is, how old, which gender.',
    Panel: DetectPanel,
  },
  match: { label: 'Match', lead: 'Two photos, one question: is it the same person?', Panel: MatchPanel },
  vector: {
    label: 'Vector',
    lead: 'A face as 128 numbers, to keep in place of a photo.',
    Panel: VectorPanel,
  },
  search: { label: 'Search', lead: 'Enrol people, then find who is on a photo.', Panel: SearchPanel },
} as const;

type PanelId = keyof typeof PANELS;

const isPanel = (name: string): name is PanelId => Object.hasOwn(PANELS, name);

const TABS = (Object.keys(PANELS) as PanelId[]).map((id) => ({ id, label: PANELS[id].label }));

/** Try the operations on real photos, with the requests to do the same from a program. */
export default function Playground({ panel }: { readonly panel: string }): ReactElement {
  useNoLeavingByDrop();
  if (!isPanel(panel)) return <NoSuchPanel />;
  const { lead, Panel } = PANELS[panel];
  return (
    <WorkbenchProvider>
      <Page title="Playground" lead={lead}>
        <NoPlanNotice />
        <Tabs
          label="Operations"
          tabs={TABS}
          selected={panel}
          onSelect={(id) => {
            navigate(`/playground/${id}`);
          }}
        >
          <Panel />
        </Tabs>
      </Page>
    </WorkbenchProvider>
  );
}

/** A photo that misses its place must not replace the page. */
function useNoLeavingByDrop(): void {
  useEffect(() => {
    const stay = (event: DragEvent): void => {
      event.preventDefault();
    };
    addEventListener('dragover', stay);
    addEventListener('drop', stay);
    return () => {
      removeEventListener('dragover', stay);
      removeEventListener('drop', stay);
    };
  }, []);
}

function NoSuchPanel(): ReactElement {
  return (
    <Page title="Playground">
      <EmptyState
        title="There is no such panel"
        actions={<ButtonLink href="#/playground/detect">To the playground</ButtonLink>}
      />
    </Page>
  );
}
