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
    'deleteFetcher',
    // Of routers that are components.
    'useNavigateUnstable',
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

const needsMore = (what) =>
  `throw new Error("${what} of react-router are not in this build: see unusedFunctionsLoader.mjs");`;

/**
 * Bodies of functions that do less than in the package, by package and by function. They throw when a use needs more.
 *
 * - Before each navigation, the router decides which routes have data to load. None has: the app's routes have no `loader`,
 *   no `lazy` and no `middleware`, and nothing uses fetchers.
 * - A navigation can submit a form. No link or call of the app does.
 */
export const smallerFunctions = {
  'react-router': {
    getMatchesToLoad: `if (matches.some(({ route }) => route.loader || route.lazy || route.middleware)) ${needsMore('Routes with data')} return { dsMatches: matches, revalidatingFetchers: [] };`,
    normalizeNavigateOptions: `if (opts && isSubmissionNavigation(opts)) ${needsMore('Forms')} return { path };`,
    createClientSideRequest:
      'return new Request(history.createURL(stripHashFromPath(location)).toString(), { signal });',
    getLoadingNavigation: 'return { state: "loading", location, matches, historyAction };',
    getSubmissionFromNavigation: 'return undefined;',
    getActionDataForCommit: 'return {};',
    mergeLoaderData: 'return {};',
    markFetchRedirectsDone: 'return false;',
  },
};

/**
 * The start of the statement that always ends a function here: what follows it leaves. By package and by function.
 *
 * - Without data to load, the router completes the navigation.
 */
export const lastStatements = {
  'react-router': { handleLoaders: 'if (!init.dataStrategy' },
};

/** Each component of the router is created by a call and gets its name by an assignment: a bundler keeps both. */
const name = /^\w+\.displayName = "[^"]*";$/gm;
const creation = /^(var \w+ = )(?=React\d*\.forwardRef\()/gm;
export const unnameComponents = (source) => source.replace(name, '').replace(creation, '$1/* @__PURE__ */ ');

/** The router reads a function of React by a computed name, for which a bundler copies React's exports. */
const computedName = /(React\d*)\[USE_OPTIMISTIC\]/g;
export const nameExport = (source) => source.replace(computedName, '$1.useOptimistic');

const lineBreaksOf = (source) => source.replace(/[^\n]+/g, '');

/** The change of a function, as for `replaced`; undefined if it stays. @throws when its last statement is not there */
function changeOf({ id: { name, end }, body }, source, library) {
  const smaller = smallerFunctions[library]?.[name];
  const last = lastStatements[library]?.[name];
  const fail = `throw new Error("${name} of ${library} is not in this build: see unusedFunctionsLoader.mjs");`;
  if (unusedFunctions[library].includes(name)) {
    const start = source.indexOf('(', end) + 1;
    return [start, body.end, `) { ${fail} ${lineBreaksOf(source.slice(start, body.end))}}`];
  }
  if (smaller)
    return [body.start, body.end, `{ ${smaller} ${lineBreaksOf(source.slice(body.start, body.end))}}`];
  if (!last) return undefined;
  const statement = body.body.find(({ start }) => source.startsWith(last, start));
  if (!statement) throw new Error(`${name} of ${library} has no statement that starts with “${last}”`);
  return [statement.end, body.end, ` ${fail} ${lineBreaksOf(source.slice(statement.end, body.end))}}`];
}

/** The source of a file of `library` with less in its functions, and the names of those functions. */
export function emptyFunctions(source, library) {
  const changes = [];
  const names = [];
  const enter = (node) => {
    const change = node.type === 'FunctionDeclaration' && node.id && changeOf(node, source, library);
    if (!change) return true;
    changes.push(change);
    names.push(node.id.name);
    return false;
  };
  visit(source, enter, `${library}.mjs`);
  return { source: replaced(source, changes), names };
}

/** The option `library` is the name of the package. */
export default function unusedFunctionsLoader(source) {
  return emptyFunctions(nameExport(unnameComponents(source)), this.getOptions().library).source;
}
