import type { FoundFace } from '../source/face-source.js';

/** What --attributes asked for, in the fields of the API. */
export function extrasJson(face: FoundFace): Readonly<Record<string, unknown>> {
  const { confidence, ageYears, pose, quality, expression, vector } = face;
  return {
    ...(confidence !== undefined && { confidence }),
    ...(ageYears !== undefined && { age_years: ageYears }),
    ...(pose && { pose }),
    ...(quality && { quality }),
    ...(expression && {
      expression: {
        smile: expression.smile,
        mouth_opening: expression.mouthOpening,
        left_eye_opening: expression.leftEyeOpening,
        right_eye_opening: expression.rightEyeOpening,
        blendshapes: expression.blendshapes,
      },
    }),
    ...(vector && { vector }),
  };
}

/** The same for people to read: one short line. */
export function extrasText({ confidence, ageYears, pose, quality, expression, vector }: FoundFace): string {
  return [
    confidence !== undefined && `confidence ${confidence}`,
    ageYears !== undefined && `${ageYears} years`,
    pose && `yaw ${pose.yaw}° pitch ${pose.pitch}° roll ${pose.roll}°`,
    quality && `quality ${quality.score} (sharpness ${quality.sharpness}, light ${quality.illumination})`,
    expression && `smile ${expression.smile}, mouth ${expression.mouthOpening}`,
    vector && 'vector: see --json',
  ]
    .filter((part) => typeof part === 'string')
    .join('  ');
}
