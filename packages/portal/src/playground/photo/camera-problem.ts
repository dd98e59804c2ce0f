/** The page has no way to a camera at all. */
export class NoCameraHere extends Error {
  override readonly name = 'NoCameraHere';
}

/** Why there is no picture from the camera, in words. */
export function cameraProblem(thrown: unknown): string {
  switch (thrown instanceof Error ? thrown.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'The camera is not allowed. Allow it for this page in the address bar of your browser, then try again.';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'No camera was found on this device. Choose or drop a photo instead.';
    case 'NotReadableError':
    case 'AbortError':
      return 'Another program may be using the camera. Close it, then try again.';
    case 'NoCameraHere':
      return 'Browsers allow the camera only over https or on localhost. Choose or drop a photo instead.';
    default:
      return 'The camera cannot be used here. Choose or drop a photo instead.';
  }
}
