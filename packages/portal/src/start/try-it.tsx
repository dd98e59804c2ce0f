import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useCaller } from '../analysis/analyse.js';
import { usePlace } from '../analysis/place.js';
import { PlaceSwitch } from '../analysis/place-switch.js';
import { loadedView, type WaitingProps } from '../app/loaded-view.js';
import { useSession } from '../app/session.js';
import { calls } from '../app/format.js';
import { Button, ButtonLink } from '../design/button.js';
import { FileButton } from '../design/file-button.js';
import { ErrorState, Notice } from '../design/states.js';
import { useSlot } from '../playground/faces/use-slot.js';
import { usePlayground } from '../playground/playground-state.js';
import { useDrop, usePaste } from '../playground/photo/drop-and-paste.js';
import {
  fetchSample,
  haveCredit,
  SAMPLE_CREDIT,
  SAMPLE_NOT_LOADED,
  sampleFacts,
  sampleUrl,
} from '../playground/photo/sample-facts.js';
import { AnalysedPhoto, isForPage } from './analysed-photo.js';
import '../analysis/analysis.css';

// Most visitors start with a photo; the camera is loaded when it is started.
const LiveStage = loadedView(() => import('../camera/live-stage.js'), LoadingStage);

/** The service to try out at the top of the start page: a photo or the camera, and the response next to it. */
export function TryIt(): ReactElement {
  const { known, caller } = useCaller();
  const { service, account } = useSession();
  const { left } = usePlayground().callCounter;
  const { place } = usePlace();
  const slot = useSlot('first', { isSent: (photo) => !isForPage(photo, place) });
  const { photo, picker } = slot;
  const [started, setStarted] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // The page needs nobody's leave.
  const usable = caller !== null || (known && place === 'page');
  const live = started && usable;
  const canSignUp = service?.sign_up === 'open';
  useEffect(() => {
    // A photo that is dropped on the camera takes its place.
    setStarted(false);
  }, [photo]);

  const takeData = (data: DataTransfer): void => {
    if (usable) picker.takeTransfer(data);
  };
  const [over, dropHandlers] = useDrop(takeData);
  usePaste(usable, takeData);

  return (
    <section className="try" aria-label="Try it" data-over={over && usable} {...dropHandlers}>
      {live ? (
        <LiveStage
          caller={caller}
          onClose={() => {
            setStarted(false);
          }}
        />
      ) : (
        <AnalysedPhoto slot={slot} onOtherPhoto={() => input.current?.click()} />
      )}
      <div className="try-bar">
        {picker.rejection !== null && (
          <Notice tone="danger" announce>
            <p>{picker.rejection}</p>
          </Notice>
        )}
        {photo?.note !== undefined && <p className="muted small">{photo.note}.</p>}
        {known && !live && <PlaceSwitch />}
        {usable || !known ? (
          <>
            <div className="try-ways">
              <FileButton
                look="primary"
                disabled={!usable}
                input={input}
                label="A photo to analyse"
                accept="image/*"
                onFiles={picker.takeFiles}
              >
                Choose a photo
              </FileButton>
              {!live && (
                <Button
                  disabled={!usable}
                  onClick={() => {
                    setStarted(true);
                  }}
                >
                  Start the camera
                </Button>
              )}
              <span className="try-hint muted small">or drop one here</span>
              {left !== null && account === null && place === 'server' && (
                <span className="try-left muted small numbers">
                  Free to try: {calls(left)} left this hour
                </span>
              )}
            </div>
            <SampleStrip
              onSample={(path) => {
                fetchSample(path).then(picker.takePhoto, () => {
                  picker.reject(SAMPLE_NOT_LOADED);
                });
              }}
            />
          </>
        ) : (
          <NoTrial canSignUp={canSignUp} />
        )}
      </div>
    </section>
  );
}

/** This service has no trial: the response above is real, and people need an account to try their own photos. */
function NoTrial({ canSignUp }: { readonly canSignUp: boolean }): ReactElement {
  return (
    <div className="try-ways">
      <p>
        A real response for a real photo. {canSignUp ? 'Sign up' : 'Log in'} to try your own photos and the
        camera.
      </p>
      <ButtonLink look="primary" href={canSignUp ? '#/sign-up' : '#/log-in'}>
        {canSignUp ? 'Sign up and try it' : 'Log in'}
      </ButtonLink>
    </div>
  );
}

function LoadingStage({ failure, onRetry }: WaitingProps): ReactElement {
  return (
    <>
      <div className="stage" data-busy={failure === null} />
      <div className="response-panel">
        {failure !== null && <ErrorState failure={failure} onRetry={onRetry} />}
      </div>
    </>
  );
}

interface SampleStripProps {
  readonly onSample: (path: string) => void;
}

/** Sample photos; if there is no thumbnail, the number of the photo is shown instead. */
function SampleStrip({ onSample }: SampleStripProps): ReactElement | null {
  const { service } = useSession();
  const samples = service?.samples ?? [];
  if (samples.length === 0) return null;
  return (
    <>
      <ul className="sample-strip" aria-label="Sample photos">
        {samples.map(sampleFacts).map(({ path, title, thumbnail }, n) => (
          <li key={path}>
            <button
              type="button"
              aria-label={title}
              title={title}
              onClick={() => {
                onSample(path);
              }}
            >
              {thumbnail === path ? n + 1 : <img src={sampleUrl(thumbnail)} alt="" decoding="async" />}
            </button>
          </li>
        ))}
      </ul>
      {haveCredit(samples) && <p className="sample-credit muted">{SAMPLE_CREDIT}</p>}
    </>
  );
}
