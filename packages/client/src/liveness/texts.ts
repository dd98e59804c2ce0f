import type { LivenessAction } from '../liveness-results.js';

/** What the person is told, on the screen and by a screen reader. */
export interface LivenessTexts {
  readonly starting: string;
  readonly ready: string;
  /** After each movement. */
  readonly back: string;
  readonly checking: string;
  /** The name of the picture. */
  readonly picture: string;
  readonly actions: Readonly<Record<LivenessAction, string>>;
}

export const TEXTS: LivenessTexts = {
  starting: 'Starting the camera. Your browser may ask for permission.',
  ready: 'Look at the camera',
  back: 'Look at the camera again',
  checking: 'Checking …',
  picture: 'Camera picture',
  actions: {
    turn_left: 'Turn your head to the left',
    turn_right: 'Turn your head to the right',
    look_up: 'Raise your chin and look up',
    look_down: 'Lower your chin and look down',
    open_mouth: 'Open your mouth wide',
    smile: 'Smile with your teeth showing',
    close_eyes: 'Close your eyes, and open them after two seconds',
    come_closer: 'Come closer to the camera',
  },
};
