import { abortable } from '../deadline.js';

/** The front camera. Rejects with the browser's error where there is none or it is not allowed. */
export async function openCamera(signal: AbortSignal): Promise<MediaStream> {
  // Typed as always there, but absent in an insecure context.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices === undefined)
    throw new DOMException('Browsers allow the camera only over https or on localhost.', 'NotSupportedError');
  const video = { facingMode: 'user', width: { ideal: 640 }, height: { ideal: 480 } };
  const opening = devices.getUserMedia({ audio: false, video });
  // It may come when nobody waits for it any more.
  opening.then(
    (stream) => {
      if (signal.aborted) stopCamera(stream);
    },
    () => undefined,
  );
  return abortable(opening, signal);
}

export function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Resolves when the video shows its first picture. */
export async function play(video: HTMLVideoElement, stream: MediaStream, signal: AbortSignal): Promise<void> {
  const shown = new Promise<void>((resolve) => {
    video.addEventListener(
      'loadeddata',
      () => {
        resolve();
      },
      { once: true },
    );
  });
  video.srcObject = stream;
  await abortable(Promise.all([video.play(), shown]), signal);
}

const LARGEST = { width: 640, height: 480 } as const;
const QUALITY = 0.85;

/** What the video shows now, as a JPEG of at most 640×480 pixels, or 480×640 of a phone held upright. */
export function takeFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement): Promise<Blob> {
  const { videoWidth: width, videoHeight: height } = video;
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const scale = Math.min(1, LARGEST.width / long, LARGEST.height / short);
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob === null) reject(new DOMException('The camera gives no picture.', 'NotReadableError'));
        else resolve(blob);
      },
      'image/jpeg',
      QUALITY,
    );
  });
}
