import { createHash } from 'node:crypto';
import { measureFrame as measureFace } from '@facet/analysis/analysis/measure-frame.js';
import type { PhotoCall } from '@facet/analysis/analysis/photo-call.js';
import type { MeasuredFrame, NearFace } from '@facet/analysis/analysis.types.js';

/** Measures a frame of a liveness check, with a fingerprint of its pixels. */
export async function measureFrame(call: PhotoCall, near: NearFace | undefined): Promise<MeasuredFrame> {
  const fingerprint = createHash('sha256').update(call.photo.pixels.data).digest('base64url');
  return { ...(await measureFace(call, near)), fingerprint };
}
