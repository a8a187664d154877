/**
 * Lets the parts of packages that nothing uses leave the bundle, where a bundler keeps them (decisions 101, 119). Keeps every
 * line break, so that source maps have the right lines.
 */
import { replaced, visit } from './syntax.mjs';
import { constants, lastStatements, smallerFunctions, unusedFunctions } from './unusedFunctions.mjs';

/** Each component of the router is created by a call and gets its name by an assignment: a bundler keeps both. */
const name = /^\w+\.displayName = "[^"]*";$/gm;
const creation = /^(var \w+ = )(?=React\d*\.forwardRef\()/gm;
export const unnameComponents = (source) => source.replace(name, '').replace(creation, '$1/* @__PURE__ */ ');

/** The router reads a function of React by a computed name, for which a bundler copies React's exports. */
const computedName = /(React\d*)\[USE_OPTIMISTIC\]/g;
export const nameExport = (source) => source.replace(computedName, '$1.useOptimistic');

const lineBreaksOf = (source) => source.replace(/[^\n]+/g, '');

/** The name and the function of a declaration, or of an assignment to a property. */
function functionOf(node) {
  if (node.type === 'FunctionDeclaration') return [node.id?.name, node];
  const isAssigned = node.type === 'AssignmentExpression' && node.right.type === 'FunctionExpression';
  return isAssigned ? [node.left.property?.name, node.right] : [];
}

const own = (texts, name) => (texts && Object.hasOwn(texts, name) ? texts[name] : undefined);

/** The change of a function, as for `replaced`; undefined if it stays. @throws when its last statement is not there */
function changeOf(name, { id, start, body }, source, library) {
  const smaller = own(smallerFunctions[library], name);
  const last = own(lastStatements[library], name);
  const fail = `throw new Error("${name} of ${library} is not in this build: see unusedFunctions.mjs");`;
  if (unusedFunctions[library].includes(name)) {
    const parameters = source.indexOf('(', id?.end ?? start) + 1;
    return [parameters, body.end, `) { ${fail} ${lineBreaksOf(source.slice(parameters, body.end))}}`];
  }
  if (smaller !== undefined)
    return [body.start, body.end, `{ ${smaller} ${lineBreaksOf(source.slice(body.start, body.end))}}`];
  if (!last) return undefined;
  const statement = body.body.find(({ start: begin }) => source.startsWith(last, begin));
  if (!statement) throw new Error(`${name} of ${library} has no statement that starts with “${last}”`);
  return [statement.end, body.end, ` ${fail} ${lineBreaksOf(source.slice(statement.end, body.end))}}`];
}

/** Where a variable is set or a name is not that of a variable. */
const namedBy = {
  VariableDeclarator: 'id',
  AssignmentExpression: 'left',
  MemberExpression: 'property',
  Property: 'key',
};

/** Returns a function that takes each node, from the outside in, and returns the change of one that reads a constant. */
function constantReads(library) {
  const values = new Map(Object.entries(constants[library] ?? {}));
  const others = new Set();
  /** The end of a function with a parameter of the same name. */
  let shadowEnd = 0;
  return (node) => {
    const named = node[namedBy[node.type]];
    if (values.has(named?.name)) others.add(named.start);
    if (node.params?.some((parameter) => values.has(parameter.name))) shadowEnd = node.end;
    const isRead = node.type === 'Identifier' && values.has(node.name) && !others.has(node.start);
    return isRead && node.start >= shadowEnd ? [node.start, node.end, values.get(node.name)] : undefined;
  };
}

/** The source of a file of `library` with less in its functions, and the names of those functions and constants. */
export function emptyFunctions(source, library) {
  const changes = [];
  const names = new Set();
  const readOf = constantReads(library);
  const enter = (node) => {
    const [name, found] = functionOf(node);
    const changed = found && changeOf(name, found, source, library);
    const change = changed ?? readOf(node);
    if (!change) return true;
    changes.push(change);
    names.add(changed ? name : node.name);
    return false;
  };
  visit(source, enter, `${library}.mjs`);
  return { source: replaced(source, changes), names: [...names] };
}

/** The option `library` is the name of the package. */
export default function unusedFunctionsLoader(source) {
  return emptyFunctions(nameExport(unnameComponents(source)), this.getOptions().library).source;
}
