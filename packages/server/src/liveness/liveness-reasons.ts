import type { LivenessReason } from '@facet/engine';

/** Each reason in plain words, for the person in front of the camera. */
export const REASON_TEXTS: Readonly<Record<LivenessReason, string>> = {
  frame_times:
    'The times of the frames do not fit one take: they must rise, by 20 to 2000 ms each, and last no longer than the session has been open.',
  no_face: 'In some frame no face can be seen. Keep the whole face in the picture, in good light.',
  several_faces: 'Somebody else can be seen, too. Only one face may be in the picture.',
  face_too_small: 'The face is too small. Come closer to the camera.',
  repeated_frames: 'The same frame was sent again and again. Send different frames of one take.',
  cut: 'The frames are not one continuous take: the face jumps from one frame to the next.',
  not_facing_camera: 'At the beginning nobody looks at the camera.',
  wrong_movement: 'Another movement was made than the one asked for.',
  step_missing:
    'A movement was not seen, or the face did not return to the middle after the one before it. Move a little further, and look at the camera in between.',
  flat: 'What can be seen is flat, like a photo or a screen.',
  still_photo:
    'The face turns, but shows nothing that it did not show before, like a photo that a program moves. Try again in other light.',
  several_people: 'The frames show more than one person.',
  spoof: 'What can be seen looks like a photo or a screen.',
};
