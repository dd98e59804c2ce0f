export interface DocumentedRoute {
  readonly method: string;
  readonly path: string;
  /** The names of what may authorise a call; none where it is public. */
  readonly schemes: readonly string[];
}

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly security?: readonly Readonly<Record<string, unknown>>[] }>>
    >
  >;
}

/** Every route as the service itself describes it, so that a new one cannot be forgotten here. */
export async function documentedRoutes(url: string): Promise<readonly DocumentedRoute[]> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = [] }]) => ({
      method: method.toUpperCase(),
      path,
      schemes: security.flatMap((each) => Object.keys(each)),
    })),
  );
}
