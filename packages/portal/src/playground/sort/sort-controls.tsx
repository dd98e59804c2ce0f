import type { ReactElement } from 'react';
import { AccountLink } from '../../app/account-link.js';
import { calls, count, counted, durationText, facesText, photosText } from '../../app/format.js';
import { Button } from '../../design/button.js';
import { Notice } from '../../design/states.js';
import { MAX_FILES } from '../search/people-files.js';
import { ProgressBar } from '../states/call-progress.js';
import { FailureNotice } from '../states/failure-notice.js';
import type { FaceSource } from './face-source.js';
import { MAX_FACES, moreJobs, photoJobs, summaryOf, type Job, type Sorting } from './sorting.js';
import { useCallsLeft } from './use-calls-left.js';
import type { SortRun } from './use-sort-run.js';

interface SortControlsProps {
  readonly sorting: Sorting;
  readonly source: FaceSource;
  readonly run: SortRun;
  readonly onUndo: () => void;
  readonly onStartOver: () => void;
}

/** What is still to be analysed, what it costs, and how far it is. */
export function SortControls(props: SortControlsProps): ReactElement {
  const { sorting, source, run, onUndo, onStartOver } = props;
  const { progress, failure, start, stop } = run;
  const left = useCallsLeft();
  const jobs = photoJobs(sorting);
  const more = moreJobs(sorting, source.boxesPerCall);
  const isFull = sorting.faces.length >= MAX_FACES;
  return (
    <div className="sort-controls">
      <div className="sort-head">
        <div>
          <h2>{jobs.length === sorting.photos.length ? photosText(jobs.length) : headline(sorting)}</h2>
          <p className="small muted">
            {leftText(left)}{' '}
            {left.calls === 0 &&
              (left.period === 'hour' ? <AccountLink /> : <a href="#/plans">See the plans</a>)}
          </p>
        </div>
        <div className="row">
          {progress === null && jobs.length > 0 && !isFull && (
            <StartButton jobs={jobs} source={source} left={left.calls} sorting={sorting} onStart={start} />
          )}
          {progress !== null && (
            <Button busy={progress.stopping} onClick={stop}>
              {progress.stopping ? 'Stopping' : 'Stop'}
            </Button>
          )}
          <Button look="quiet" disabled={sorting.history.length === 0} onClick={onUndo}>
            Undo
          </Button>
          <Button look="quiet" disabled={progress !== null} onClick={onStartOver}>
            Another folder
          </Button>
        </div>
      </div>
      {progress !== null && (
        <div className="pg-progress">
          <p className="numbers">
            {photosText(progress.done)} of {count(progress.total)} sorted
            {progress.secondsLeft !== null && `, about ${durationText(progress.secondsLeft)} left`}
          </p>
          <ProgressBar label="Photos sorted" done={progress.done} total={progress.total} />
        </div>
      )}
      {failure !== null && (
        <FailureNotice
          failure={failure}
          onRetry={() => {
            start(jobs);
          }}
        />
      )}
      {progress === null && sorting.results.size > 0 && <LeftOut sorting={sorting} />}
      {isFull && (
        <Notice tone="warn" announce>
          <p>This page sorts up to {count(MAX_FACES)} faces; the other photos are left out.</p>
        </Notice>
      )}
      {progress === null && more.length > 0 && !isFull && (
        <p className="row small">
          Photos with many people: {facesText(summaryOf(sorting).moreFaces)} left out, because a call gives{' '}
          {source.boxesPerCall} vectors.
          <Button
            small
            onClick={() => {
              start(more.slice(0, left.calls ?? more.length));
            }}
          >
            Sort them too ({calls(more.length * source.callsPerPhoto)})
          </Button>
        </p>
      )}
      <p className="visually-hidden" role="status">
        {progress === null && sorting.results.size > 0 && headline(sorting)}
      </p>
    </div>
  );
}

interface StartButtonProps {
  readonly jobs: readonly Job[];
  readonly source: FaceSource;
  /** null: no limit, or not known. */
  readonly left: number | null;
  readonly sorting: Sorting;
  readonly onStart: (jobs: readonly Job[]) => void;
}

/** States the calls before anything is sent; no more photos than there are calls left. */
function StartButton({ jobs, source, left, sorting, onStart }: StartButtonProps): ReactElement {
  const affordable = jobs.slice(0, left ?? jobs.length);
  const verb = sorting.results.size === 0 ? 'Sort' : 'Continue with';
  const isPart = affordable.length > 0 && affordable.length < jobs.length;
  const counted = isPart ? affordable : jobs;
  const price = source.callsPerPhoto === 0 ? 'no calls' : calls(counted.length * source.callsPerPhoto);
  return (
    <Button
      look="primary"
      disabled={affordable.length === 0}
      onClick={() => {
        onStart(affordable);
      }}
    >
      {verb} {isPart ? 'the first ' : ''}
      {photosText(counted.length)} ({price})
    </Button>
  );
}

/** "12 people in 214 photos" */
const headline = ({ groups, faces, results, photos }: Sorting): string =>
  `${counted(groups.length, 'group')} of ${facesText(faces.length)} from ${
    results.size < photos.length
      ? `${count(results.size)} of ${photosText(photos.length)}`
      : photosText(photos.length)
  }`;

function leftText({ calls: left, period }: ReturnType<typeof useCallsLeft>): string {
  if (left === null) return period === 'hour' ? 'The trial allows some calls an hour.' : '';
  return left === 0
    ? `You have no calls left this ${period}.`
    : `You have ${calls(left)} left this ${period}.`;
}

const SHOWN_PROBLEMS = 5;

/** Photos and faces that are in no group, and why. */
function LeftOut({ sorting }: { readonly sorting: Sorting }): ReactElement | null {
  const { withoutFace, small, problems } = summaryOf(sorting);
  const lines = [
    ...(withoutFace > 0 ? [`${photosText(withoutFace)} without a face.`] : []),
    ...(small > 0 ? [`${facesText(small)} too small to tell people apart.`] : []),
    ...(sorting.photos.length >= MAX_FILES ? [`Only the first ${MAX_FILES} files are used.`] : []),
    ...problems.slice(0, SHOWN_PROBLEMS).map(({ path, problem }) => `${path}: ${problem}`),
    ...(problems.length > SHOWN_PROBLEMS
      ? [`${photosText(problems.length - SHOWN_PROBLEMS)} more could not be read.`]
      : []),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className="sort-left-out small muted" aria-label="Left out">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
