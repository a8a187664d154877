/**
 * Lets the parts of react-router that nothing uses leave the bundle. Its package says that it has no side effects, but each
 * component is created by a call and then gets its name by an assignment: a bundler keeps both, and all that they use.
 */
const name = /^\w+\.displayName = "[^"]*";$/gm;
const creation = /^(var \w+ = )(?=React\d*\.forwardRef\()/gm;

export const unnameComponents = (source) => source.replace(name, '').replace(creation, '$1/* @__PURE__ */ ');

export default function routerLoader(source) {
  return unnameComponents(source);
}
