/** The two screen sizes that every journey runs on. */
export const DEVICES = {
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false },
} as const;

export type Device = keyof typeof DEVICES;

const isDevice = (name: string | undefined): name is Device => name !== undefined && name in DEVICES;

/** Both, unless one is named: `npm test` runs the journeys on one size only, to save time. */
const named = process.env['FACET_BROWSER_DEVICE'];
export const DEVICE_NAMES: readonly Device[] = isDevice(named)
  ? [named]
  : (Object.keys(DEVICES) as readonly Device[]);
