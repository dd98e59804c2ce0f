/** The address of a path of the service. Relative to the page, so that it also works under a path of a proxy. */
export function serviceUrl(path: `/${string}`): string {
  const page = new URL(document.baseURI);
  return new URL(path.slice(1), `${page.origin}${page.pathname}`).href;
}
