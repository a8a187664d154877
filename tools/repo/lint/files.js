/** ESLint rules about files: their names, and their length. `files.test.ts` proves each. */
import { basename, dirname, join, relative, sep } from 'node:path';

const root = join(import.meta.dirname, '../../..');

const vague = /^(?:utils?|helpers?|misc|common)$/i;
const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const camelCase = /^[a-z][A-Za-z0-9]*$/;
const pascalCase = /^[A-Z][A-Za-z0-9]*$/;

/** The name without its extensions: `Toasts` for `Toasts.test.tsx`. */
const stem = (file) => basename(file).split('.')[0];

/** Whether a .tsx file exports a component. Hooks, entries and tests of hooks may be .tsx, too. */
const exportsComponent = (body) =>
  body.some(({ type, declaration }) => {
    if (type !== 'ExportNamedDeclaration' && type !== 'ExportDefaultDeclaration') return false;
    const names = [declaration?.id, ...(declaration?.declarations ?? []).map(({ id }) => id)];
    return (
      ['FunctionDeclaration', 'VariableDeclaration'].includes(declaration?.type) &&
      names.some((id) => pascalCase.test(id?.name ?? ''))
    );
  });

/**
 * Folders are kebab-case, components PascalCase, everything else camelCase; no file is named `utils`.
 * @type {import('eslint').Rule.RuleModule}
 */
const fileNames = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    Program(node) {
      const path = relative(root, context.filename);
      const name = stem(path);
      const report = (message) => {
        context.report({ node, message });
      };
      const folder = dirname(path)
        .split(sep)
        .find((part) => part !== '.' && !kebabCase.test(part));
      if (folder !== undefined && !folder.startsWith('.'))
        report(`The folder ${folder} is not in kebab-case.`);
      if (vague.test(name)) report(`${name} says nothing: name the file by its topic.`);
      if (path.endsWith('.tsx') && !path.includes('.test.') && exportsComponent(node.body)) {
        if (!pascalCase.test(name)) report(`${name}.tsx exports a component: name it in PascalCase.`);
      } else if (!camelCase.test(name) && !pascalCase.test(name)) {
        report(`${name} is neither camelCase nor PascalCase.`);
      }
    },
  }),
};

const LIMIT = 200;
/** Lines of a head comment. */
const HEAD = 10;

/** The comment at the head of a long file says why the file is one piece: "One piece: …" or "One file because …". */
const reason = /\b[Oo]ne\s+(?:(?:\*|--)\s+)?(?:piece|file|table)\b/;

const countLines = (text) => text.trimEnd().split('\n').length;

/** Whether a text is too long and its first lines do not say why. */
export const isLongWithoutReason = (text) =>
  countLines(text) > LIMIT && !reason.test(text.split('\n').slice(0, HEAD).join(' '));

/** @type {import('eslint').Rule.RuleModule} */
const fileLength = {
  meta: { type: 'suggestion', schema: [] },
  create: (context) => ({
    Program(node) {
      const { text } = context.sourceCode;
      if (!isLongWithoutReason(text)) return;
      context.report({
        node,
        loc: { line: LIMIT + 1, column: 0 },
        message: `${String(countLines(text))} lines: split the file, or say in the comment at its head why it is one piece.`,
      });
    },
  }),
};

export const filesPlugin = { rules: { names: fileNames, length: fileLength } };
