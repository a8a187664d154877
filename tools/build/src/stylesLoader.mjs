/**
 * Rspack loader: removes comments and indentation from the templates of styled-components, which are sent as they are
 * written. Keeps every line break, so that source maps have the right lines.
 */
import { ts } from './typescript.mjs';

const tags = /^(?:styled|css|keyframes|createGlobalStyle)\b/;

/** The parts of a template that are text, from the backtick or the brace before to the one after. */
const textsOf = (template) =>
  ts.isNoSubstitutionTemplateLiteral(template)
    ? [template]
    : [template.head, ...template.templateSpans.map(({ literal }) => literal)];

const lineBreaks = (text) => text.replace(/[^\n]+/g, '');

const compact = (text) => text.replace(/\/\*[^]*?\*\//g, lineBreaks).replace(/\n[ \t]+/g, '\n');

export function compactStyles(source) {
  if (!/from ['"]styled-components['"]/.test(source)) return source;
  const file = ts.createSourceFile('styles.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const texts = [];
  const visit = (node) => {
    if (ts.isTaggedTemplateExpression(node) && tags.test(node.tag.getText()))
      texts.push(...textsOf(node.template));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return texts
    .map((node) => [node.getStart(file), node.getEnd()])
    .sort(([a], [b]) => b - a)
    .reduce((all, [from, to]) => all.slice(0, from) + compact(all.slice(from, to)) + all.slice(to), source);
}

export default function stylesLoader(source) {
  return compactStyles(source);
}
