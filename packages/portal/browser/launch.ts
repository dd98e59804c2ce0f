import { chromium, type Browser } from 'playwright-core';
import { findChromium } from './find-chromium.js';

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

export const launch = (): Promise<Browser> => chromium.launch({ executablePath: findChromium(), args: ARGS });
