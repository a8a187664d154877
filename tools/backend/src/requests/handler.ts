/** The function that handles a request, before and after checks are added. Runs in a current request. */
export type Respond = (request: Request) => Promise<Response>;

export const isRest = (request: Request): boolean => new URL(request.url).pathname.startsWith('/rest/');
