/** The two screen sizes of the tests. */
export const DEVICES = {
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false },
} as const;

export type Device = keyof typeof DEVICES;

/** For what depends on the size of the screen. */
export const DEVICE_NAMES = Object.keys(DEVICES) as readonly Device[];

/** For what is the same on every screen: that every view fits is tested in sizes.test.ts and accessibility.test.ts. */
export const PHONE: readonly Device[] = ['phone'];
export const DESKTOP: readonly Device[] = ['desktop'];
