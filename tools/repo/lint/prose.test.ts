/** The prose check finds its terms where people read them, and nowhere else. */
import { expect, test } from 'vitest';
import { checkProse } from './prose.js';

const found = (source: string, path: string) =>
  checkProse(source, path).map(({ line, found: phrase }) => [line, phrase]);

test.each([
  ['a comment', 'x.ts', '/** Started anew. */\nexport const a = 1;', [[1, 'anew']]],
  ['a comment inside a function', 'x.ts', 'f(() => {\n  // Nobody reads it.\n});', [[2, 'Nobody']]],
  ['a phrase across two lines', 'x.ts', '/**\n * Kept in a folder of\n * its own.\n */', [[2, 'of its own']]],
  ['a sentence in a string', 'messages.ts', "const a = 'Look for it anew later';", [[1, 'anew']]],
  ['JSX text', 'x.tsx', 'const a = <p>Ask for it anew later</p>;', [[1, 'anew']]],
  ['a template', 'x.ts', 'const a = `${b} was tried anew by us`;', [[1, 'anew']]],
  ['an SQL comment', 'x.sql', 'select 1;\n-- The colour of it', [[2, 'colour']]],
  ['an SQL string', 'x.sql', "comment on table t is 'Whoever signs in';", [[1, 'Whoever']]],
  ['Markdown', 'x.md', '# Title\n\nThe release in force.', [[3, 'in force']]],
  ['a YAML comment', 'x.yml', 'a: b # tried anew', [[1, 'anew']]],
  ['SQL of a test', 'supabase/tests/x.sql', '-- Refuses the call.', [[1, 'Refuses']]],
  [
    'a "what" clause as a subject',
    'x.ts',
    '// What the page shows first.',
    [[1, 'What the page shows first']],
  ],
])('finds a term in %s', (_name, path, source, expected) => {
  expect(found(source, path)).toEqual(expected);
});

test.each([
  ['an identifier', 'x.ts', 'const nobody = anew(colour);'],
  ['a short string', 'x.ts', "const role = 'nobody';"],
  ['a code block', 'x.md', '```sh\nrun anew\n```'],
  ['a code span', 'x.md', 'Set `colour` to red.'],
  ['a string of the specification', 'x.ts', "const a = 'Subscription status colours';"],
  ['a question', 'x.md', 'What does it cost?'],
  ['an applied migration', 'supabase/migrations/1_x.sql', '-- Refuses the call.'],
  ['a refused connection', 'x.ts', '// Fails with "connection refused".'],
])('ignores %s', (_name, path, source) => {
  expect(found(source, path)).toEqual([]);
});

test('suggests a replacement', () => {
  expect(checkProse('// Tried anew.', 'x.ts')).toEqual([{ line: 1, found: 'anew', use: '"again"' }]);
});
