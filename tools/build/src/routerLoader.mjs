/**
 * Lets the parts of react-router that nothing uses leave the bundle. Its package says that it has no side effects, but each
 * component is created by a call and then gets its name by an assignment: a bundler keeps both, and all that they use. And its
 * router is one function, whose parts for data a bundler cannot leave out (decision 101). Keeps every line break, so that
 * source maps have the right lines.
 */
import { replaced, visit } from './syntax.mjs';

const name = /^\w+\.displayName = "[^"]*";$/gm;
const creation = /^(var \w+ = )(?=React\d*\.forwardRef\()/gm;

/**
 * Functions that run only for loaders, actions, forms, fetchers, middleware, instrumentation and server components. The
 * app's routes have none of them: slices load their code and data themselves. They throw, so that a use is noticed.
 */
export const unusedFunctions = [
  'handleAction',
  'handleFetcherAction',
  'handleFetcherLoader',
  'fetch2',
  'callDataStrategy',
  'callLoadersAndMaybeResolveData',
  'startRedirectNavigation',
  'revalidate',
  'setFetcherError',
  'getUpdatedRevalidatingFetchers',
  'processLoaderData',
  'callLoaderOrAction',
  'callRouteMiddleware',
  'runClientMiddlewarePipeline',
  'getRouteInstrumentationUpdates',
  'instrumentClientSideRouter',
  'RSCErrorHandler',
  'DefaultErrorComponent',
  'deserializeErrors',
  'getTargetedDataStrategyMatches',
  'getFetcher',
  'resetFetcher',
  'queueFetcherForDeletion',
  'convertFormDataToSearchParams',
  'convertSearchParamsToFormData',
];

const unused = new Set(unusedFunctions);

export const unnameComponents = (source) => source.replace(name, '').replace(creation, '$1/* @__PURE__ */ ');

/** The source without the bodies of the functions that nothing calls, and the names of those that it has. */
export function emptyFunctions(source) {
  const found = [];
  const enter = (node) => {
    if (node.type !== 'FunctionDeclaration' || !unused.has(node.id?.name)) return;
    found.push(node);
    return false;
  };
  visit(source, enter, 'router.mjs');
  const changes = found.map(({ id, body }) => {
    const start = source.indexOf('(', id.end) + 1;
    const lineBreaks = source.slice(start, body.end).replace(/[^\n]+/g, '');
    const text = `) { throw new Error("${id.name} of react-router is not in this build: see routerLoader.mjs"); ${lineBreaks}}`;
    return [start, body.end, text];
  });
  return { source: replaced(source, changes), names: found.map(({ id }) => id.name) };
}

export default function routerLoader(source) {
  return emptyFunctions(unnameComponents(source)).source;
}
