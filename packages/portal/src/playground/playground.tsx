import { useEffect, type ReactElement, type ReactNode } from 'react';
import { loadedView, type WaitingProps } from '../app/loaded-view.js';
import { Page } from '../app/page.js';
import { navigate, redirect } from '../app/route.js';
import { useSession } from '../app/session.js';
import { ButtonLink } from '../design/button.js';
import { EmptyState, ErrorState, Notice, Skeleton } from '../design/states.js';
import { Tabs } from '../design/tabs.js';
import { calls, count } from '../app/format.js';
import { FacesPanel } from './attributes/faces-panel.js';
import { MatchPanel } from './match/match-panel.js';
import { fetchSample, firstSample } from './photo/sample-facts.js';
import { SearchPanel } from './search/search-panel.js';
import { VectorPanel } from './vector/vector-panel.js';
import { usePlayground } from './playground-state.js';
import './playground-layout.css';
import './playground.css';
import './faces/faces.css';
import './results.css';

const SortPanel = loadedView(
  () => import('./sort/sort-panel.js'),
  function Waiting({ failure, onRetry }: WaitingProps): ReactElement {
    return (
      <div className="pg-panes">
        {failure === null ? (
          <Skeleton label="Loading" lines={5} />
        ) : (
          <ErrorState failure={failure} onRetry={onRetry} />
        )}
      </div>
    );
  },
);

interface PanelEntry {
  readonly label: string;
  readonly lead: string;
  /** `item`: what follows the name of the panel in the address. */
  readonly Panel: (props: { readonly item: string }) => ReactNode;
}

const PANELS = {
  faces: { label: 'Faces', lead: 'Every face in a photo', Panel: FacesPanel },
  match: { label: 'Match', lead: 'Same person?', Panel: MatchPanel },
  search: { label: 'Search', lead: 'Who is in this photo?', Panel: SearchPanel },
  sort: { label: 'Sort', lead: 'Who is who in a folder of photos?', Panel: () => <SortPanel /> },
  vector: { label: 'Vector', lead: 'A face as 128 numbers', Panel: VectorPanel },
} satisfies Record<string, PanelEntry>;

type PanelId = keyof typeof PANELS;

const isPanel = (name: string): name is PanelId => Object.hasOwn(PANELS, name);

/** Earlier names of the panels, for old links. */
const EARLIER_NAMES: Readonly<Record<string, PanelId>> = { detect: 'faces' };

const TABS = (Object.keys(PANELS) as PanelId[]).map((id) => ({ id, label: PANELS[id].label }));

interface PlaygroundProps {
  readonly panel: string;
  /** For new users, who have no photo yet. */
  readonly startsWithSample: boolean;
}

/** Try the operations on real photos, with the requests to do the same from a program. */
export default function Playground({ panel, startsWithSample }: PlaygroundProps): ReactElement {
  useNoLeavingByDrop();
  const [name = '', item = ''] = panel.split('/');
  const selected = EARLIER_NAMES[name] ?? name;
  // Only the people of the gallery have pages of their own.
  if (!isPanel(selected) || (item !== '' && selected !== 'search')) return <NoSuchPanel />;
  const { lead, Panel }: PanelEntry = PANELS[selected];
  return (
    <>
      {startsWithSample && <FirstSample panel={selected} />}
      <Page title="Playground" lead={lead}>
        <Tabs
          label="Operations"
          tabs={TABS}
          selected={selected}
          onSelect={(id) => {
            navigate(`/playground/${id}`);
          }}
        >
          <div className="pg-status small muted">
            <Cost />
            <a href="#/live">Live camera</a>
          </div>
          <NoPlanNotice />
          <Panel item={item} />
        </Tabs>
      </Page>
    </>
  );
}

/** Opens a sample photo, once: a reload must not spend another call. */
function FirstSample({ panel }: { readonly panel: PanelId }): null {
  const { samples, setPhoto } = usePlayground();
  useEffect(() => {
    // Without the query, so that a reload does not begin with the sample again.
    redirect('/playground', `/playground/${panel}`);
    const sample = firstSample(samples);
    if (sample === null) return;
    fetchSample(sample).then(
      (photo) => {
        setPhoto('first', photo);
      },
      // The sample photos can still be chosen by hand.
      () => undefined,
    );
    // Only once, when it appears.
  }, []);
  return null;
}

/** The price of a call, and the calls made so far. */
function Cost(): ReactElement {
  const { callCounter, apiKey } = usePlayground();
  const spent = spentText(callCounter.made, callCounter.left);
  return (
    <p className="pg-cost">
      <span className="pg-cost-rule">Each new photo: 1 {apiKey === null ? 'trial call' : 'call'}.</span>
      {spent !== '' && <span className="numbers"> {spent}</span>}
    </p>
  );
}

/** "2 calls made, 498 left." */
function spentText(made: number, left: number | null): string {
  const parts = [
    ...(made > 0 ? [`${calls(made)} made`] : []),
    ...(left === null ? [] : [`${count(left)} left`]),
  ];
  return parts.length === 0 ? '' : `${parts.join(', ')}.`;
}

/** A photo dropped outside the drop targets must not replace the page. */
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
        title="Page not found"
        actions={<ButtonLink href="#/playground/faces">Open the playground</ButtonLink>}
      />
    </Page>
  );
}

/** Shown before the first call if it would be rejected. */
function NoPlanNotice(): ReactElement | null {
  const { account } = useSession();
  if (account === null || account.suspended || account.subscription?.active === true) return null;
  const ended = account.subscription !== null;
  return (
    <Notice
      tone="warn"
      title={ended ? 'Your plan has ended' : 'You have no plan yet'}
      actions={
        <ButtonLink small look="primary" href="#/plans">
          Choose a plan
        </ButtonLink>
      }
    >
      <p>The playground makes real calls, and every call needs a plan.</p>
    </Notice>
  );
}
