export { findChromium } from '@facet/testing';
