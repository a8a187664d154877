/** Evaluates `${{ … }}` with GitHub's own library, and rejects names that GitHub would read as empty. */
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';

/** Contexts by name: `github`, `inputs`, `needs`, … */
export type Contexts = Readonly<Record<string, unknown>>;

/** The result that the status functions return: of the steps before, or of all jobs that a job needs, directly or not. */
export interface Status {
  success: boolean;
  failure: boolean;
}
export const succeeded: Status = { success: true, failure: false };
export const failed: Status = { success: false, failure: true };

const statusFunction = /\b(?:success|failure|always|cancelled)\s*\(/i;

/** Contexts whose fields are declared; GitHub reads an unknown one as an empty text, and so hides a wrong name. */
const lookup = /(?<![\w.-])(?:env|github|inputs|matrix|needs|secrets|steps|vars)(?:\.[\w-]+)+/g;

interface Ended {
  outputs?: object;
  /** The result of a job. */
  result?: string;
  /** The outcome of a step. */
  outcome?: string;
}

/** Jobs and steps without success have no outputs, and the fields of events differ. */
const mayBeMissing = (path: readonly string[], contexts: Contexts): boolean => {
  const [context = '', name = '', field] = path;
  if (context === 'github') return name === 'event';
  if (field !== 'outputs') return false;
  const ended = (contexts[context] as Record<string, Ended> | undefined)?.[name];
  return ended !== undefined && ended.result !== 'success' && ended.outcome !== 'success';
};

/** @throws for a field that nothing declares or sets, such as a misspelled output */
function checkLookups(expression: string, contexts: Contexts): void {
  for (const [path] of expression.replaceAll(/'(?:[^']|'')*'/g, "''").matchAll(lookup)) {
    const names = path.split('.');
    const value = names.reduce<unknown>(
      (found, name) =>
        typeof found === 'object' && found ? (found as Record<string, unknown>)[name] : undefined,
      contexts,
    );
    if (value === undefined && !mayBeMissing(names, contexts)) throw new Error(`There is no ${path}`);
  }
}

function evaluated(expression: string, contexts: Contexts, status: Status): data.ExpressionData {
  checkLookups(expression, contexts);
  const values = { ...status, always: true, cancelled: false };
  const functions = Object.entries(values).map(([name, value]) => ({
    ...{ name, minArgs: 0, maxArgs: 0 },
    call: () => new data.BooleanData(value),
  }));
  const { tokens } = new Lexer(expression).lex();
  const parsed = new Parser(tokens, Object.keys(contexts), functions).parse();
  const dictionary = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  return new Evaluator(parsed, dictionary, new Map(functions.map((one) => [one.name, one]))).evaluate();
}

const holes = /\$\{\{([\s\S]*?)\}\}/g;

/** A text with its expressions replaced. */
export const interpolated = (text: unknown, contexts: Contexts): string =>
  String(text ?? '').replaceAll(holes, (_, expression: string) =>
    evaluated(expression.trim(), contexts, succeeded).coerceString(),
  );

/** The value of a text that is one expression, such as a matrix. */
export function valueOf(text: unknown, contexts: Contexts): unknown {
  const [whole, expression = ''] = /^\$\{\{([\s\S]*)\}\}$/.exec(String(text)) ?? [];
  if (whole === undefined) return text;
  return JSON.parse(
    JSON.stringify(evaluated(expression.trim(), contexts, succeeded), data.replacer),
  ) as unknown;
}

/** Whether a job or a step runs. Without a status function, only after success. */
export function isMet(condition: string | undefined, contexts: Contexts, status: Status): boolean {
  const text = (condition ?? 'success()').replace(/^\$\{\{([\s\S]*)\}\}$/, '$1').trim();
  if (!statusFunction.test(text) && !status.success) return false;
  // The operators of expressions know what counts as true.
  return evaluated(`!!(${text})`, contexts, status).coerceString() === 'true';
}
