import type { ReactElement } from 'react';
import { readDistance } from '../../analysis/face.js';
import { analysisRequest, matchRequest, placeholderImage } from '../../analysis/request.js';
import { exchangeOf, useRun } from '../api/use-call.js';
import { PhotoStage } from '../canvas/photo-stage.js';
import { ResultTabs } from '../code/result-tabs.js';
import type { ShownCall } from '../code/raw-response.js';
import { PhotoInput } from '../photo/photo-input.js';
import { usePlayground } from '../playground-state.js';
import { FaceMatrix } from './face-matrix.js';
import { distanceBetween } from '@facet/gallery/search';
import { MatchStage } from './match-stage.js';
import { chosenFace, useSide, type Side } from './use-side.js';

/** Whether the chosen faces of two photos are the same person. */
export function MatchPanel(): ReactElement {
  const first = useSide('first', 'First photo');
  const second = useSide('second', 'Second photo');
  const { choices, choose } = usePlayground();
  const { threshold } = choices;
  const [one, two] = [chosenFace(first), chosenFace(second)];
  const distance =
    first.known.vector === null || second.known.vector === null
      ? null
      : distanceBetween(first.known.vector, second.known.vector);
  const request = one !== null && two !== null ? matchRequest(one, two) : null;
  const match = useRun(request, readDistance);
  const program = matchRequest(
    one ?? { image: first.photo?.source ?? placeholderImage('one.jpg'), box: null },
    two ?? { image: second.photo?.source ?? placeholderImage('two.jpg'), box: null },
  );
  const calls: ShownCall[] = [
    {
      label: 'Match the two faces',
      request: program,
      exchange: exchangeOf(match.state),
      onRun: request === null ? undefined : match.run,
      running: match.state.status === 'running',
    },
    ...analysisCall(first),
    ...analysisCall(second),
  ];
  return (
    <div className="pg-panes pg-panes-match">
      <div className="pg-side pg-input-side">
        <PhotoInput
          compact
          label="First photo"
          picker={first.picker}
          photo={first.photo}
          takesPaste={first.photo === null}
        />
        <PhotoInput
          compact
          label="Second photo"
          picker={second.picker}
          photo={second.photo}
          takesPaste={first.photo !== null}
        />
      </div>
      <div className="pg-match-middle">
        <MatchStage
          first={first}
          second={second}
          distance={distance}
          threshold={threshold}
          onThreshold={(moved) => {
            choose({ threshold: moved });
          }}
        />
        <div className="pg-pair">
          <SidePhoto side={first} />
          <SidePhoto side={second} />
        </div>
      </div>
      <ResultTabs
        tabs={[
          {
            id: 'pairs',
            label: 'All pairs',
            content: <FaceMatrix first={first} second={second} threshold={threshold} />,
          },
        ]}
        calls={calls}
        programs={[{ label: 'Match the two faces', request: program }]}
      />
    </div>
  );
}

const analysisCall = ({ label, photo, state }: Side): ShownCall[] =>
  photo === null
    ? []
    : [
        {
          label: `Faces of the ${label.toLowerCase()}`,
          request: analysisRequest(photo.source),
          exchange: exchangeOf(state),
        },
      ];

function SidePhoto({ side }: { readonly side: Side }): ReactElement {
  return (
    <PhotoStage slot={side} invitation={<p className="muted">Drop the {side.label.toLowerCase()} here</p>} />
  );
}
