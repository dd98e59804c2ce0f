import { proveLiveness, type LivenessVerdict } from '@facet/client/liveness';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { Caller } from '../../analysis/analyse.js';
import { FailedCall } from '../../api/failure.js';
import { Button } from '../../design/button.js';
import { CameraPause, type Ended } from '../camera-pause.js';
import { cameraProblem, useHidden } from '../use-camera.js';
import { checkFrames, openSession } from './liveness-calls.js';
import { Verdict } from './verdict.js';
import '../enrol/enrol.css';
import './prove.css';

interface ProveStageProps {
  readonly caller: Caller;
  readonly onClose: () => void;
}

type ProveResult =
  | { readonly verdict: LivenessVerdict }
  | { readonly ended: Ended }
  /** Why there is no camera. */
  | { readonly problem: string };

/** Asks for the movements of a liveness session, and shows the verdict and what was checked. */
export function ProveStage({ caller, onClose }: ProveStageProps): ReactElement {
  const [result, setResult] = useState<ProveResult | null>(null);
  useHidden(() => {
    setResult((before) => before ?? { ended: { why: 'hidden' } });
  });
  const again = (): void => {
    setResult(null);
  };
  if (result !== null && 'verdict' in result)
    return <Verdict verdict={result.verdict} onAgain={again} onClose={onClose} />;
  return (
    <div className="stage prove-stage">
      {result === null && (
        <ProvingCamera
          apiKey={caller.kind === 'key' ? caller.apiKey : ''}
          onResult={setResult}
          onClose={onClose}
        />
      )}
      {result !== null && 'ended' in result && (
        <CameraPause ended={result.ended} onAgain={again} onClose={onClose} />
      )}
      {result !== null && 'problem' in result && (
        <div className="camera-message" role="alert">
          <h2>No picture from the camera</h2>
          <p>{result.problem}</p>
          <div className="row">
            <Button small look="primary" onClick={again}>
              Try again
            </Button>
            <Button small onClick={onClose}>
              Close the camera
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

interface ProvingCameraProps {
  readonly apiKey: string;
  readonly onResult: (result: ProveResult) => void;
  readonly onClose: () => void;
}

function ProvingCamera({ apiKey, onResult, onClose }: ProvingCameraProps): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(onResult);
  latest.current = onResult;
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const stopped = new AbortController();
    proveLiveness({
      element,
      startSession: (signal) => openSession(apiKey, signal),
      check: (form, signal) => checkFrames(apiKey, form, signal),
      signal: stopped.signal,
    }).then(
      (verdict) => {
        latest.current({ verdict });
      },
      (error: unknown) => {
        if (!stopped.signal.aborted) latest.current(resultOf(error));
      },
    );
    return () => {
      stopped.abort();
    };
  }, [apiKey]);
  return (
    <>
      <div className="prove-camera" ref={place} />
      <div className="camera-strip">
        <p>The session and the check count as one call each.</p>
        <Button small onClick={onClose}>
          Stop
        </Button>
      </div>
    </>
  );
}

const resultOf = (error: unknown): ProveResult =>
  error instanceof FailedCall
    ? { ended: { why: 'rejected', failure: error.failure } }
    : { problem: cameraProblem(error) };
