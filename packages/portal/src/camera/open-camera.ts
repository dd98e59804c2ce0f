import { NoCameraHere } from '../playground/photo/camera-problem.js';

export type Facing = 'user' | 'environment';

/** Asks for the camera; the browser asks the person. */
export function openCamera(facingMode: Facing): Promise<MediaStream> {
  // Typed as always there, but absent where the page is not secure.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices === undefined) return Promise.reject(new NoCameraHere());
  const video = { facingMode, width: { ideal: 1280 }, height: { ideal: 720 } };
  return devices.getUserMedia({ audio: false, video });
}

export function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
