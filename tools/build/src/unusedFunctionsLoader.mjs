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

/** Each component of the router is created by a call and gets its name by an assignment: a bundler keeps both. */
const name = /^\w+\.displayName = "[^"]*";$/gm;
const creation = /^(var \w+ = )(?=React\d*\.forwardRef\()/gm;
export const unnameComponents = (source) => source.replace(name, '').replace(creation, '$1/* @__PURE__ */ ');

/** The router reads a function of React by a computed name, for which a bundler copies React's exports. */
const computedName = /(React\d*)\[USE_OPTIMISTIC\]/g;
export const nameExport = (source) => source.replace(computedName, '$1.useOptimistic');

/** The source without the bodies of the functions of `library` that nothing calls, and the names of those that it has. */
export function emptyFunctions(source, library) {
  const unused = new Set(unusedFunctions[library]);
  const found = [];
  const enter = (node) => {
    if (node.type !== 'FunctionDeclaration' || !unused.has(node.id?.name)) return;
    found.push(node);
    return false;
  };
  visit(source, enter, `${library}.mjs`);
  const changes = found.map(({ id, body }) => {
    const start = source.indexOf('(', id.end) + 1;
    const lineBreaks = source.slice(start, body.end).replace(/[^\n]+/g, '');
    const text = `) { throw new Error("${id.name} of ${library} is not in this build: see unusedFunctionsLoader.mjs"); ${lineBreaks}}`;
    return [start, body.end, text];
  });
  return { source: replaced(source, changes), names: found.map(({ id }) => id.name) };
}

/** The option `library` is the name of the package. */
export default function unusedFunctionsLoader(source) {
  return emptyFunctions(nameExport(unnameComponents(source)), this.getOptions().library).source;
}
