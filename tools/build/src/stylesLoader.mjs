/**
 * Rspack loader: removes comments and indentation from the templates of styled-components, which are sent as they are
 * written. Keeps every line break, so that source maps have the right lines.
 */
import { replaced, visit } from './syntax.mjs';

const tags = /^(?:styled|css|keyframes|createGlobalStyle)\b/;

const lineBreaks = (text) => text.replace(/[^\n]+/g, '');

const compact = (text) => text.replace(/\/\*[^]*?\*\//g, lineBreaks).replace(/\n[ \t]+/g, '\n');

/** `path` decides whether it is TypeScript or JSX. */
export function compactStyles(source, path = 'styles.tsx') {
  if (!/from ['"]styled-components['"]/.test(source)) return source;
  const texts = [];
  const enter = ({ type, tag, quasi }) => {
    if (type !== 'TaggedTemplateExpression' || !tags.test(source.slice(tag.start, tag.end))) return;
    for (const { start, end } of quasi.quasis) texts.push([start, end, compact(source.slice(start, end))]);
  };
  visit(source, enter, path);
  return replaced(source, texts);
}

export default function stylesLoader(source) {
  return compactStyles(source, this.resourcePath);
}
