import { expect, test } from 'vitest';
import { rebase, type Stored } from './stored';

interface Draft {
  name: string;
  prompt: string;
  /** Undefined: as stored beside the draft. */
  tools: string[] | undefined;
}

const stored = (values: Partial<Draft>, tools = '[]'): Stored<Draft> & { tools: string } => ({
  draft: { name: '', prompt: '', tools: undefined, ...values },
  tools,
});

test('on newer values, what the user changed stays and the rest follows', () => {
  const from = stored({ name: 'Old', prompt: 'Old' });
  const to = stored({ name: 'New', prompt: 'Old' });
  expect(rebase({ ...from.draft, prompt: 'Mine' }, from, to)).toEqual({
    draft: { name: 'New', prompt: 'Mine', tools: undefined },
    replaces: [],
  });
});

test.each<[string, Partial<Draft>, Stored<Draft>, (keyof Draft)[]]>([
  ['both changed a field', { prompt: 'Mine' }, stored({ prompt: 'Theirs' }), ['prompt']],
  ['both made the same change', { prompt: 'Same' }, stored({ prompt: 'Same' }), []],
  ['the same but for the spaces around it', { prompt: ' Same ' }, stored({ prompt: 'Same' }), []],
  ['only the user changed the tools', { tools: [] }, stored({}), []],
  ['both changed the tools', { tools: [] }, stored({}, '[1]'), ['tools']],
  ['only the other changed the tools', {}, stored({}, '[1]'), []],
])('names the fields that saving replaces: %s', (_case, values, to, replaces) => {
  const from = stored({});
  expect(rebase({ ...from.draft, ...values }, from, to).replaces).toEqual(replaces);
});
