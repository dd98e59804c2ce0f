/** `npm run test:long` looks for what is rare or slow to grow; without it, tests are as long as they must be to fail. */
export const IS_LONG = process.env['FACET_TEST_LONG'] === '1';
