/**
 * For web pages: asks the person in front of the camera to make the movements of a liveness session, and has the frames
 * checked. The API key stays on the page's own server, to which the two callbacks talk.
 */
import type { CheckLivenessResponse, OpenLivenessSessionResponse } from '../generated/api-types.js';
import { abortable, pause } from '../deadline.js';
import { openCamera, play, stopCamera, takeFrame } from './camera.js';
import { planOf } from './plan.js';
import { TEXTS, type LivenessTexts } from './texts.js';
import { showView, type LivenessView } from './view.js';

/** The `data` of Liveness Session, as far as the page needs it. */
export type LivenessChallenge = Pick<OpenLivenessSessionResponse['data'], 'session' | 'steps'>;
/** The `data` of Liveness Check. */
export type LivenessVerdict = CheckLivenessResponse['data'];
export type { LivenessTexts };

export interface ProveLivenessOptions<Verdict = LivenessVerdict> {
  /** Where the camera and the instructions are shown, while it runs. */
  readonly element: Element;
  /** Has the page's server call Liveness Session, and gives the `data` of the response. */
  readonly startSession: (signal: AbortSignal) => Promise<LivenessChallenge>;
  /** Has the page's server send this form to Liveness Check; what it gives is the result. */
  readonly check: (form: FormData, signal: AbortSignal) => Promise<Verdict>;
  /** In place of the English texts. */
  readonly texts?: Partial<LivenessTexts> | undefined;
  /** Ends it, and turns the camera off. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Shows the camera and one instruction after the other, takes 14 to 22 frames in 10 to 23 seconds, and has them checked.
 * Rejects with the error of the camera, of a callback, or the reason of the signal; the camera is off in any case.
 */
export async function proveLiveness<Verdict = LivenessVerdict>(
  options: ProveLivenessOptions<Verdict>,
): Promise<Verdict> {
  const { element, startSession, check } = options;
  const signal = options.signal ?? new AbortController().signal;
  signal.throwIfAborted();
  const texts = { ...TEXTS, ...options.texts };
  const view = showView(element, texts);
  let stream: MediaStream | undefined;
  try {
    view.say(texts.starting);
    stream = await openCamera(signal);
    await play(view.video, stream, signal);
    const challenge = await abortable(startSession(signal), signal);
    const form = await record(challenge, view, texts, signal);
    stopCamera(stream);
    view.showPhase(null, null);
    view.say(texts.checking);
    return await abortable(check(form, signal), signal);
  } finally {
    if (stream !== undefined) stopCamera(stream);
    view.remove();
  }
}

/** The form of Liveness Check, with the frames of the whole challenge. */
async function record(
  { session, steps }: LivenessChallenge,
  view: LivenessView,
  texts: LivenessTexts,
  signal: AbortSignal,
): Promise<FormData> {
  const canvas = document.createElement('canvas');
  const frames: Blob[] = [];
  const times: number[] = [];
  const plan = planOf(steps.length);
  for (const [n, { step, phase, afterMs }] of plan.entries()) {
    if (plan[n - 1]?.phase !== phase) {
      const action = phase === 'move' ? steps[step] : undefined;
      view.showPhase(phase, action ?? null);
      view.say(
        action === undefined
          ? texts[phase === 'ready' ? 'ready' : 'back']
          : `${step + 1}/${steps.length}: ${texts.actions[action]}`,
      );
      // Whoever has closed their eyes notices this.
      if (phase === 'back') (navigator as Partial<Navigator>).vibrate?.(100);
    }
    await pause(afterMs, signal);
    times.push(Math.round(performance.now()));
    frames.push(await takeFrame(view.video, canvas));
    view.showProgress(frames.length / plan.length);
  }
  const form = new FormData();
  form.append('session', session);
  form.append('times', times.join());
  for (const frame of frames) form.append('frames', frame, 'frame.jpg');
  return form;
}
