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
      return 'The camera gives no picture; another program may be using it. Close that, then try again.';
    case 'NoCameraHere':
      return 'Browsers give pages a camera only over https or on this very machine. Choose or drop a photo instead.';
    default:
      return 'The camera cannot be used here. Choose or drop a photo instead.';
  }
}
