/** The routes of the service, with the texts of those that are operations of the API. */
export type DescribedRoutes = readonly {
  method: string;
  path: string;
  hooks?: { detail?: { summary?: string } };
}[];

/** Returns what the description of the API calls an operation; undefined for a request that was for none. */
export type TitleOf = (method: string, route: string) => string | undefined;

/** Returns a function for the titles of the operations. They don't change while the service runs. */
export function operationTitles(routes: () => DescribedRoutes): TitleOf {
  let titles: Map<string, string | undefined> | undefined;
  return (method, route) => {
    titles ??= new Map(routes().map((each) => [`${each.method} ${each.path}`, each.hooks?.detail?.summary]));
    return titles.get(`${method === "HEAD" ? "GET" : method} ${route}`);
  };
}
