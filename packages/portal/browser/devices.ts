/** The two sizes that every journey is made on. */
export const DEVICES = {
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false },
} as const;

export type Device = keyof typeof DEVICES;

export const DEVICE_NAMES = Object.keys(DEVICES) as readonly Device[];
