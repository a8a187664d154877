/**
 * Lets the parts of packages that nothing uses leave the bundle, where a bundler keeps them (decisions 101, 119). Keeps every
 * line break, so that source maps have the right lines.
 */
import { replaced, visit } from './syntax.mjs';

/**
 * Functions by package. They throw, so that a use is noticed.
 *
 * - The router is one function. Those here run only for loaders, actions, forms, fetchers, middleware, instrumentation and
 *   server components, and the app's routes have none of them: slices load their code and data themselves.
 * - Supabase's client calls those here only with its option `tracePropagation`.
 */
export const unusedFunctions = {
  'react-router': [
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
  ],
  '@supabase/supabase-js': [
    '__awaiter',
    'loadOtel',
    'extractTraceContext',
    'parseTraceParent',
    'shouldPropagateToTarget',
    'matchStringTarget',
    'getDefaultPropagationTargets',
    'getTraceHeaders',
  ],
};

/**
 * Bodies of functions that do less than in the package, by package and by function. They throw, too, when a use needs more.
 *
 * - Before each navigation, the router decides which routes have data to load. None has: the app's routes have no `loader`,
 *   no `lazy` and no `middleware`, and nothing uses fetchers.
 */
export const smallerFunctions = {
  'react-router': {
    getMatchesToLoad:
      'if (matches.some(({ route }) => route.loader || route.lazy || route.middleware)) throw new Error("Routes with data are not in this build: see unusedFunctionsLoader.mjs"); return { dsMatches: matches, revalidatingFetchers: [] };',
  },
};

/** Each component of the router is created by a call and gets its name by an assignment: a bundler keeps both. */
const name = /^\w+\.displayName = "[^"]*";$/gm;
const creation = /^(var \w+ = )(?=React\d*\.forwardRef\()/gm;
export const unnameComponents = (source) => source.replace(name, '').replace(creation, '$1/* @__PURE__ */ ');

/** The router reads a function of React by a computed name, for which a bundler copies React's exports. */
const computedName = /(React\d*)\[USE_OPTIMISTIC\]/g;
export const nameExport = (source) => source.replace(computedName, '$1.useOptimistic');

/**
 * The source without the functions of `library` that nothing calls and with the smaller ones, and the names of those that
 * it has.
 */
export function emptyFunctions(source, library) {
  const unused = new Set(unusedFunctions[library]);
  const smaller = smallerFunctions[library] ?? {};
  const found = [];
  const enter = (node) => {
    const name = node.type === 'FunctionDeclaration' && node.id?.name;
    if (!name || !(unused.has(name) || name in smaller)) return;
    found.push(node);
    return false;
  };
  visit(source, enter, `${library}.mjs`);
  const changes = found.map(({ id: { name, end }, body }) => {
    const isUnused = unused.has(name);
    const start = isUnused ? source.indexOf('(', end) + 1 : body.start;
    const lineBreaks = source.slice(start, body.end).replace(/[^\n]+/g, '');
    const text = isUnused
      ? `) { throw new Error("${name} of ${library} is not in this build: see unusedFunctionsLoader.mjs"); ${lineBreaks}}`
      : `{ ${smaller[name]} ${lineBreaks}}`;
    return [start, body.end, text];
  });
  return { source: replaced(source, changes), names: found.map(({ id }) => id.name) };
}

/** The option `library` is the name of the package. */
export default function unusedFunctionsLoader(source) {
  return emptyFunctions(nameExport(unnameComponents(source)), this.getOptions().library).source;
}
