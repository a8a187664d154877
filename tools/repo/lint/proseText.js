/** Finds the prose of a source file: comments, sentences in strings, JSX text, SQL comments, Markdown paragraphs. */
import ts from 'typescript';

/** @typedef {{ text: string, offset: number }} Passage `offset` counts characters from the start of the file. */

/** A string is prose when it has three words or more: shorter ones are identifiers, paths and options. */
const isSentence = (/** @type {string} */ text) =>
  /[A-Za-z]{2,}[,;:]? [A-Za-z'’]+[,;:]? [A-Za-z]/.test(text) &&
  !/^[\w.-]+\(|[{};]\s*$|=>|^\s*(?:select|insert|update|delete|create|alter|drop|grant|with|begin|set)\b/i.test(
    text,
  );

/** Comments, and string, template and JSX text that reads as a sentence. @returns {Passage[]} */
function passagesOfScript(/** @type {string} */ source, /** @type {string} */ path) {
  const kind = path.endsWith('x')
    ? ts.ScriptKind.TSX
    : path.endsWith('.ts')
      ? ts.ScriptKind.TS
      : ts.ScriptKind.JS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  /** @type {Map<number, Passage>} Keyed by offset: neighboring nodes share comments. */
  const passages = new Map();
  const add = (/** @type {number} */ offset, /** @type {number} */ end) => {
    passages.set(offset, { offset, text: source.slice(offset, end) });
  };
  const visit = (/** @type {ts.Node} */ node) => {
    const comments = [
      ...(ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source, node.getEnd()) ?? []),
    ];
    if (node.kind !== ts.SyntaxKind.JsxText) for (const { pos, end } of comments) add(pos, end);
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node);
    if (isText && isSentence(node.getText(file))) add(node.getStart(file), node.getEnd());
    ts.forEachChild(node, visit);
    // Comments before a closing brace belong to no child.
    for (const token of node.getChildren(file)) {
      if (token.kind < ts.SyntaxKind.FirstNode) {
        for (const { pos, end } of ts.getLeadingCommentRanges(source, token.getFullStart()) ?? [])
          add(pos, end);
      }
    }
  };
  visit(file);
  return [...passages.values()];
}

/** Every match of `pattern`, as a passage. @returns {Passage[]} */
const matches = (/** @type {string} */ source, /** @type {RegExp} */ pattern) =>
  [...source.matchAll(pattern)].map(({ 0: text, index }) => ({ text, offset: index }));

/** Markdown without code blocks, code spans, link targets and HTML tags; blanked so that offsets stay. @returns {Passage[]} */
function passagesOfMarkdown(/** @type {string} */ source) {
  const blank = (/** @type {string} */ text) => text.replace(/[^\n]/g, ' ');
  const prose = source
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, blank)
    .replace(/`[^`\n]*`/g, blank)
    .replace(/\]\([^)\n]*\)/g, blank)
    .replace(/<[^>\n]+>/g, blank);
  return matches(prose, /[^\n]+/g);
}

/** The prose of one file, in order, or none for a kind of file that carries no prose. @returns {Passage[]} */
export function passagesOf(/** @type {string} */ source, /** @type {string} */ path) {
  if (/\.(?:ts|tsx|js|mjs|cjs)$/.test(path)) return passagesOfScript(source, path);
  if (path.endsWith('.md')) return passagesOfMarkdown(source);
  if (path.endsWith('.sql')) return matches(source, /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g);
  if (/\.(?:yml|yaml|toml|conf)$|(?:^|\/)(?:Containerfile|CODEOWNERS|Caddyfile|run)$/.test(path)) {
    return matches(source, /#[^\n]*/g);
  }
  return [];
}
