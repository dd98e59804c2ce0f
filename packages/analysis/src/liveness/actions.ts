import { height, width } from '../geometry/box.js';
import type { FrameFace } from './frame.js';

/** The movements that a challenge may ask for. Left and right are the person's own. */
export const LIVENESS_ACTIONS = [
  'turn_left',
  'turn_right',
  'look_up',
  'look_down',
  'open_mouth',
  'smile',
  'close_eyes',
  'come_closer',
] as const;

export type LivenessAction = (typeof LIVENESS_ACTIONS)[number];

/**
 * What each movement must change against the beginning of the take, when the person looked at the camera. A flat photo
 * that is turned far enough to change as much is recognised by its foreshortening (`looksFlat`).
 */
const REQUIRED = {
  /** Degrees of yaw. */
  turn: 18,
  /** Degrees of pitch; the measured pitch is about half of the real one. */
  up: 11,
  down: 9,
  mouthOpening: 0.25,
  smile: 0.4,
  /** Of the eye opening at the beginning. */
  eyeShare: 0.55,
  /** Of the size at the beginning. */
  closer: 1.25,
} as const;

/** Near the middle, that is ready for the next movement. */
const MIDDLE = { yaw: 13, pitch: 8, mouthOpening: 0.1, smile: 0.25, eyeShare: 0.72, size: 1.15 } as const;

/** The size of a face that changes least when the head turns. */
export const sizeOf = ({ box }: FrameFace): number => Math.max(width(box), height(box));

/** A picture that is tilted sideways seems to look up or down. */
const isTurned = (yaw: number): boolean => Math.abs(yaw) > 15;

/** How far a movement has got, relative to `start`: from 1 on it is done, at 0 it has not begun. */
export function progress(action: LivenessAction, face: FrameFace, start: FrameFace): number {
  const yaw = face.pose.yaw - start.pose.yaw;
  const pitch = face.pose.pitch - start.pose.pitch;
  switch (action) {
    // The person's left is the right of the image.
    case 'turn_left':
      return -yaw / REQUIRED.turn;
    case 'turn_right':
      return yaw / REQUIRED.turn;
    case 'look_up':
      return isTurned(yaw) ? 0 : pitch / REQUIRED.up;
    case 'look_down':
      return isTurned(yaw) ? 0 : -pitch / REQUIRED.down;
    case 'open_mouth':
      return (face.mouthOpening - start.mouthOpening) / REQUIRED.mouthOpening;
    case 'smile':
      return (face.smile - start.smile) / REQUIRED.smile;
    case 'close_eyes':
      return (1 - face.eyeOpening / Math.max(start.eyeOpening, 0.01)) / (1 - REQUIRED.eyeShare);
    case 'come_closer':
      return (sizeOf(face) / sizeOf(start) - 1) / (REQUIRED.closer - 1);
  }
}

/** Whether the face is near the middle again, as far as the action moved it away. */
export function isBack(action: LivenessAction, face: FrameFace, start: FrameFace): boolean {
  const isFacing =
    Math.abs(face.pose.yaw - start.pose.yaw) <= MIDDLE.yaw &&
    Math.abs(face.pose.pitch - start.pose.pitch) <= MIDDLE.pitch;
  switch (action) {
    case 'open_mouth':
      return isFacing && face.mouthOpening - start.mouthOpening <= MIDDLE.mouthOpening;
    case 'smile':
      return isFacing && face.smile - start.smile <= MIDDLE.smile;
    case 'close_eyes':
      return isFacing && face.eyeOpening >= MIDDLE.eyeShare * start.eyeOpening;
    case 'come_closer':
      return isFacing && sizeOf(face) <= MIDDLE.size * sizeOf(start);
    case 'turn_left':
    case 'turn_right':
    case 'look_up':
    case 'look_down':
      return isFacing;
  }
}
