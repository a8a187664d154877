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
  const options = {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone, // comments are read below
  };
  const file = ts.createSourceFile(path, source, options, false, kind);
  /** @type {Map<number, Passage>} Keyed by offset: neighboring nodes share comments. */
  const passages = new Map();
  const add = (/** @type {number} */ offset, /** @type {number} */ end) => {
    passages.set(offset, { offset, text: source.slice(offset, end) });
  };
  /** Whether a comment may begin here, after spaces and line breaks. TypeScript's search for it takes longer. */
  const mayHaveComment = (/** @type {number} */ at) => {
    let next = at;
    while (source.charCodeAt(next) <= 32) next += 1;
    return source[next] === '/';
  };
  const addComments = (/** @type {readonly ts.CommentRange[] | undefined} */ comments) => {
    for (const { pos, end } of comments ?? []) add(pos, end);
  };
  const visit = (/** @type {ts.Node} */ node) => {
    if (node.kind !== ts.SyntaxKind.JsxText) {
      if (mayHaveComment(node.pos)) addComments(ts.getLeadingCommentRanges(source, node.pos));
      if (mayHaveComment(node.end)) addComments(ts.getTrailingCommentRanges(source, node.end));
    }
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node);
    if (isText && isSentence(node.getText(file))) add(node.getStart(file), node.getEnd());
    let last = node.pos;
    let hasOther = false;
    const look = (/** @type {number} */ until) => {
      const slash = source.indexOf('/', last);
      hasOther ||= slash >= 0 && slash < until;
    };
    ts.forEachChild(node, (child) => {
      look(child.pos);
      last = child.end;
      visit(child);
    });
    look(node.end);
    if (!hasOther) return;
    // Comments before a closing brace belong to no child.
    for (const token of node.getChildren(file)) {
      if (token.kind < ts.SyntaxKind.FirstNode) addComments(ts.getLeadingCommentRanges(source, token.pos));
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
