/** The one door to the built server. */
export * from '@facet/server/internals';
